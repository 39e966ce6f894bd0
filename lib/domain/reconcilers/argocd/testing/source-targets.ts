// Objects that a team's repository could contain: legitimate ones, and ones that would give it more rights.
import type { Team } from '#lib/domain/objects/objects.ts'
import type { ApiObject } from './api-objects.ts'
import type { ConfinedFleet } from './confinement-fleet.ts'
import { presentTeams } from './confinement-fleet.ts'
import { CLUSTER_KINDS, FORBIDDEN_KINDS } from './delivery-questions.ts'

/** Kinds that every team may bring, and one that the tenant has added. */
const PERMITTED_KINDS = [
  '/ConfigMap',
  '/Secret',
  '/Service',
  '/ServiceAccount',
  '/PersistentVolumeClaim',
  '/Pod',
  '/ReplicationController',
  'apps/DaemonSet',
  'apps/Deployment',
  'apps/ReplicaSet',
  'apps/StatefulSet',
  'autoscaling/HorizontalPodAutoscaler',
  'batch/CronJob',
  'batch/Job',
  'networking.k8s.io/Ingress',
  'policy/PodDisruptionBudget',
  'cert-manager.io/Certificate',
]

/** Kinds that the project permits and the account doesn't. */
const UNLISTED_KINDS = [
  '/Endpoints',
  'discovery.k8s.io/EndpointSlice',
  'coordination.k8s.io/Lease',
  'argoproj.io/Rollout',
  'cert-manager.io/Issuer',
  'template.openshift.io/Template',
  'monitoring.coreos.com/ServiceMonitor',
]

/** Kinds that admission policies are never asked about. */
const POLICY_KINDS = [
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
].map((kind) => `admissionregistration.k8s.io/${kind}`)

export type Target = {
  readonly object: ApiObject
  /** Whether the team's project permits it, and whether its account may create it. */
  readonly isPermitted: boolean
  readonly isListed: boolean
  readonly isPolicy: boolean
}

/** An object of a kind; a binding refers to the ClusterRole. */
function objectOf(groupKind: string, namespace: string | null, role = ''): ApiObject {
  const [group = '', kind = ''] = groupKind.split('/')
  return {
    apiVersion: group === '' ? 'v1' : `${group}/v1`,
    kind,
    metadata: { name: 'x', ...(namespace !== null && { namespace }) },
    ...(role !== '' && { roleRef: { kind: 'ClusterRole', name: role } }),
  }
}

/** Each kind in the team's own namespace, in others and in the cluster. */
export function targetsOf({ name }: Team, fleet: ConfinedFleet): Target[] {
  const { argocdNamespace } = fleet.settings
  const teams = presentTeams(fleet).map((team) => team.name)
  const others = [...teams.filter((other) => other !== name), argocdNamespace, 'kube-system']
  const never = { isPermitted: false, isListed: false, isPolicy: false }
  const clusterKinds = [...new Set([...CLUSTER_KINDS, ...POLICY_KINDS])]
  const bindings = ['cluster-admin', 'berth-application', 'edit'].map((role) =>
    objectOf('rbac.authorization.k8s.io/RoleBinding', name, role),
  )
  return [
    ...PERMITTED_KINDS.map((kind) => ({
      object: objectOf(kind, name),
      ...never,
      isPermitted: true,
      isListed: true,
    })),
    ...UNLISTED_KINDS.map((kind) => ({
      object: objectOf(kind, name),
      ...never,
      isPermitted: true,
    })),
    ...FORBIDDEN_KINDS.map((kind) => ({ object: objectOf(kind, name), ...never })),
    ...bindings.map((object) => ({ object, ...never })),
    ...others.flatMap((namespace) =>
      [...PERMITTED_KINDS, ...FORBIDDEN_KINDS].map((kind) => ({
        object: objectOf(kind, namespace),
        ...never,
      })),
    ),
    ...clusterKinds.map((kind) => ({
      object: objectOf(kind, null, 'cluster-admin'),
      ...never,
      isPolicy: POLICY_KINDS.includes(kind),
    })),
  ]
}
