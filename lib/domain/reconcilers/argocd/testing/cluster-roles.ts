// The rights of those ClusterRoles of Kubernetes itself that a binding of Berth's may name, or name by mistake.
// https://github.com/openshift/kubernetes/blob/008b831c/plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go
// `clusterRoles`, with the rules that it aggregates; these roles are the same in Kubernetes itself. Aggregation labels let those
// who install an operator add to `view` and `edit`, which isn't included here.
import type { PolicyRule } from './access-kinds.ts'

const READ = ['get', 'list', 'watch']
const WRITE = ['create', 'update', 'patch', 'delete', 'deletecollection']

function rule(verbs: string[], apiGroup: string, resources: string): PolicyRule {
  return { verbs, apiGroups: [apiGroup], resources: resources.split(' ') }
}

const WORKLOADS =
  'statefulsets statefulsets/scale daemonsets deployments deployments/scale replicasets replicasets/scale'

const VIEW: readonly PolicyRule[] = [
  rule(READ, '', 'pods replicationcontrollers replicationcontrollers/scale serviceaccounts'),
  rule(READ, '', 'services services/status endpoints configmaps'),
  rule(READ, '', 'persistentvolumeclaims persistentvolumeclaims/status'),
  rule(READ, '', 'limitranges resourcequotas bindings events pods/status resourcequotas/status'),
  rule(READ, '', 'namespaces namespaces/status replicationcontrollers/status pods/log'),
  rule(READ, 'discovery.k8s.io', 'endpointslices'),
  rule(READ, 'apps', `${WORKLOADS} controllerrevisions statefulsets/status daemonsets/status`),
  rule(READ, 'apps', 'deployments/status replicasets/status'),
  rule(READ, 'autoscaling', 'horizontalpodautoscalers horizontalpodautoscalers/status'),
  rule(READ, 'batch', 'jobs cronjobs cronjobs/status jobs/status'),
  rule(READ, 'policy', 'poddisruptionbudgets poddisruptionbudgets/status'),
  rule(READ, 'networking.k8s.io', 'networkpolicies ingresses ingresses/status'),
]

const EDIT: readonly PolicyRule[] = [
  ...VIEW,
  rule(READ, '', 'pods/attach pods/proxy pods/exec pods/portforward secrets services/proxy'),
  rule(['impersonate'], '', 'serviceaccounts'),
  rule(WRITE, '', 'pods pods/attach pods/proxy pods/exec pods/portforward'),
  rule(['create'], '', 'pods/eviction serviceaccounts/token'),
  rule(WRITE, '', 'replicationcontrollers replicationcontrollers/scale serviceaccounts services'),
  rule(WRITE, '', 'services/proxy persistentvolumeclaims configmaps secrets events'),
  rule(WRITE, 'apps', `${WORKLOADS} deployments/rollback`),
  rule(WRITE, 'autoscaling', 'horizontalpodautoscalers'),
  rule(WRITE, 'batch', 'jobs cronjobs'),
  rule(WRITE, 'policy', 'poddisruptionbudgets'),
  rule(WRITE, 'networking.k8s.io', 'networkpolicies ingresses'),
  rule([...READ, ...WRITE], 'coordination.k8s.io', 'leases'),
]

const ADMIN: readonly PolicyRule[] = [
  ...EDIT,
  rule(['create'], 'authorization.k8s.io', 'localsubjectaccessreviews'),
  rule([...READ, ...WRITE], 'rbac.authorization.k8s.io', 'roles rolebindings'),
]

/** The rules of a ClusterRole by its name; a binding to one that isn't there gives nothing. */
export const CLUSTER_ROLES: ReadonlyMap<string, readonly PolicyRule[]> = new Map([
  ['view', VIEW],
  ['edit', EDIT],
  ['admin', ADMIN],
  ['cluster-admin', [rule(['*'], '*', '*')]],
])
