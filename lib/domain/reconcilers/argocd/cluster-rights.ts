// The rights that a cluster's administrator grants once, by hand, with the bootstrap. No sync writes a ClusterRole, so none
// can extend what a team or the root may do.
import { APPLICATION_ROLE, BOUND_ROLES } from '#lib/domain/objects/bound-roles.ts'
import type { YamlMap } from '#lib/domain/text/yaml-text.ts'
import {
  type ApplicationKinds,
  permittedKinds,
} from '#lib/domain/reconcilers/interface/application-kinds.ts'
import { RBAC_GROUP, ROOT_ACCOUNT, serviceAccount } from './delivery-accounts.ts'

/** `update` removes the finalizers of objects that are being deleted; `list` and `watch` are for people and their tools. */
const APPLICATION_VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete']

/** The rights of the root's account, and the role that every team's account is bound to in its own namespace. */
export function clusterRights(
  argocdNamespace: string,
  applicationKinds: readonly ApplicationKinds[],
): readonly YamlMap[] {
  return [
    clusterRole(
      APPLICATION_ROLE,
      permittedKinds(applicationKinds).map(({ group, resources }) =>
        rule([group], resources, APPLICATION_VERBS),
      ),
    ),
    clusterRole(ROOT_ACCOUNT, ROOT_RULES),
    serviceAccount(ROOT_ACCOUNT, argocdNamespace),
    {
      apiVersion: `${RBAC_GROUP}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: ROOT_ACCOUNT },
      roleRef: { apiGroup: RBAC_GROUP, kind: 'ClusterRole', name: ROOT_ACCOUNT },
      subjects: [{ kind: 'ServiceAccount', name: ROOT_ACCOUNT, namespace: argocdNamespace }],
    },
  ]
}

/**
 * Exactly the kinds that Berth writes. Objects that are never pruned can't be deleted; `update` is for changed subjects of a
 * RoleBinding. It may bind only the listed ClusterRoles, and has no `escalate`. Which ConfigMaps it may write, the admission
 * policy for them says: no role can name them by their ends.
 */
const ROOT_RULES: readonly YamlMap[] = [
  rule([''], ['namespaces', 'serviceaccounts'], ['get', 'create', 'patch']),
  rule(['networking.k8s.io'], ['networkpolicies'], ['get', 'create', 'patch']),
  rule([''], ['configmaps', 'limitranges', 'resourcequotas'], ['get', 'create', 'patch', 'delete']),
  rule(['argoproj.io'], ['applications', 'appprojects'], ['get', 'create', 'patch', 'delete']),
  rule([RBAC_GROUP], ['rolebindings'], ['get', 'create', 'update', 'patch', 'delete']),
  { ...rule([RBAC_GROUP], ['clusterroles'], ['bind']), resourceNames: BOUND_ROLES },
]

export function clusterRole(name: string, rules: readonly YamlMap[]): YamlMap {
  return { apiVersion: `${RBAC_GROUP}/v1`, kind: 'ClusterRole', metadata: { name }, rules }
}

export function rule(
  apiGroups: readonly string[],
  resources: readonly string[],
  verbs: readonly string[],
): { readonly [key: string]: readonly string[] } {
  return { apiGroups, resources, verbs }
}
