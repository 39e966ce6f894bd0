// The rights that a cluster's administrator gives once, by hand, with the bootstrap: no sync writes a ClusterRole, so none
// can widen what a team or the root may do.
import { APPLICATION_ROLE, BOUND_ROLES } from '#lib/domain/objects/bound-roles.ts'
import type { YamlMap } from '#lib/domain/text/yaml-text.ts'
import {
  type ApplicationKinds,
  permittedKinds,
} from '#lib/domain/reconcilers/interface/application-kinds.ts'
import { RBAC_GROUP, ROOT_ACCOUNT, serviceAccount } from './delivery-accounts.ts'

/** `update` takes the finalizers off what is being deleted; `list` and `watch` are for people and their tools. */
const APPLICATION_VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete']

/** What the root's account is given, and what every team's account is bound to in its own namespace. */
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
 * Exactly the kinds that Berth writes. What is never pruned can't be deleted; `update` is what a RoleBinding's changed
 * subjects are written by. Of ClusterRoles it may bind those that are listed, and has no `escalate`.
 */
const ROOT_RULES: readonly YamlMap[] = [
  rule([''], ['namespaces', 'serviceaccounts'], ['get', 'create', 'patch']),
  rule(['networking.k8s.io'], ['networkpolicies'], ['get', 'create', 'patch']),
  rule([''], ['limitranges', 'resourcequotas'], ['get', 'create', 'patch', 'delete']),
  rule(['argoproj.io'], ['applications', 'appprojects'], ['get', 'create', 'patch', 'delete']),
  rule([RBAC_GROUP], ['rolebindings'], ['get', 'create', 'update', 'patch', 'delete']),
  { ...rule([RBAC_GROUP], ['clusterroles'], ['bind']), resourceNames: BOUND_ROLES },
]

function clusterRole(name: string, rules: readonly YamlMap[]): YamlMap {
  return { apiVersion: `${RBAC_GROUP}/v1`, kind: 'ClusterRole', metadata: { name }, rules }
}

function rule(
  apiGroups: readonly string[],
  resources: readonly string[],
  verbs: readonly string[],
): { readonly [key: string]: readonly string[] } {
  return { apiGroups, resources, verbs }
}
