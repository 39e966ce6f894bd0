// What Argo CD's own manifests grant its controller on a cluster, and what is left where its ClusterRole was replaced by
// the narrow one. https://github.com/argoproj/argo-cd/tree/37ee0097/manifests/cluster-rbac/application-controller,
// https://github.com/argoproj/argo-cd/tree/37ee0097/manifests/base/application-controller-roles
import type { PolicyRule } from './access-kinds.ts'
import type { GeneratedObjects } from './parse-tree.ts'
import { account, type Caller, RBAC } from './rbac-evaluator.ts'

const CONTROLLER = 'argocd-application-controller'

/** Argo CD's account on the cluster. */
export function controllerOf({ argocdNamespace }: GeneratedObjects): Caller {
  return account(`${argocdNamespace}:${CONTROLLER}`)
}

const STOCK_RULES: PolicyRule[] = [
  { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
  { nonResourceURLs: ['*'], verbs: ['*'] },
]

/** Its rights in its own namespace, which the narrow ClusterRole leaves as they are. */
const RULES_AT_HOME: PolicyRule[] = [
  { apiGroups: [''], resources: ['secrets', 'configmaps'], verbs: ['get', 'list', 'watch'] },
  {
    apiGroups: ['argoproj.io'],
    resources: ['applications', 'applicationsets', 'appprojects'],
    verbs: ['create', 'get', 'list', 'watch', 'update', 'patch', 'delete'],
  },
  { apiGroups: [''], resources: ['events'], verbs: ['create', 'list'] },
  { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get', 'list', 'watch'] },
]

const AT_HOME = `${CONTROLLER}:at-home`

/**
 * The objects with the roles of the controller: `narrowed`: its ClusterRole is the one among them; `stock`: Argo CD's own.
 */
export function withController(
  objects: GeneratedObjects,
  role: 'stock' | 'narrowed',
): GeneratedObjects {
  const { argocdNamespace: namespace, clusterRoles } = objects
  const others = clusterRoles.filter(({ metadata }) => metadata.name !== CONTROLLER)
  return {
    ...objects,
    clusterRoles: [
      ...(role === 'stock' ? [...others, roleOf(CONTROLLER, STOCK_RULES)] : clusterRoles),
      roleOf(AT_HOME, RULES_AT_HOME),
    ],
    clusterRoleBindings: [
      ...objects.clusterRoleBindings,
      { kind: 'ClusterRoleBinding', ...bindingOf(CONTROLLER, namespace), metadata: { name: 'x' } },
    ],
    roleBindings: [
      ...objects.roleBindings,
      { kind: 'RoleBinding', ...bindingOf(AT_HOME, namespace), metadata: { name: 'x', namespace } },
    ],
  }
}

function roleOf(name: string, rules: PolicyRule[]): GeneratedObjects['clusterRoles'][number] {
  return { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name }, rules }
}

function bindingOf(role: string, namespace: string) {
  return {
    apiVersion: `${RBAC}/v1` as const,
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role },
    subjects: [{ kind: 'ServiceAccount', name: CONTROLLER, namespace }],
  }
}
