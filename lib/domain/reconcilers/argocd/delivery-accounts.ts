// The service accounts with which Argo CD applies objects: each team's, in its namespace, and the root's, next to Argo CD.
// What an account may not do, none of its Applications can, whatever their project permits and in every phase of a sync or
// deletion.
import { APPLICATION_ROLE } from '#lib/domain/objects/bound-roles.ts'
import type { YamlMap } from '#lib/domain/text/yaml-text.ts'
import { KEPT_WITHOUT_GIT, THIS_CLUSTER } from './argocd.ts'

const TEAM_ACCOUNT = 'berth'
export const ROOT_ACCOUNT = 'berth-root'
/** A controller without rights of its own may impersonate only accounts with these names. */
export const ACCOUNT_NAMES: readonly string[] = [TEAM_ACCOUNT, ROOT_ACCOUNT]
export const RBAC_GROUP = 'rbac.authorization.k8s.io'

/** A team's account as a project names it: `<namespace>:<name>`. */
export const teamAccount = (team: string) => `${team}:${TEAM_ACCOUNT}`
export const rootAccount = (argocdNamespace: string) => `${argocdNamespace}:${ROOT_ACCOUNT}`

/**
 * The `destinationServiceAccounts` of a project: the account with which its Applications for a namespace are applied.
 * Without a match a sync fails, but a deletion continues with the controller's rights, so every project has its entry as
 * long as it exists. No pattern, because it could match another team's namespace.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/controller/appcontroller.go `applyImpersonationConfig`
 */
export function appliedAs(namespace: string, account: string): YamlMap[] {
  return [{ server: THIS_CLUSTER, namespace, defaultServiceAccount: account }]
}

/** Pods don't get its token automatically: Argo CD impersonates it without one. */
export function serviceAccount(
  name: string,
  namespace: string,
  annotated: { readonly annotations?: Record<string, string> } = {},
): YamlMap {
  return {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name, namespace, ...annotated },
    automountServiceAccountToken: false,
  }
}

/**
 * A team's account with its only right. No sync ever deletes them: a team's Applications are deleted with this account, so
 * it must outlive them, as the namespace does.
 */
export function teamAccountManifests(team: string): readonly YamlMap[] {
  return [
    serviceAccount(TEAM_ACCOUNT, team, { annotations: KEPT_WITHOUT_GIT }),
    {
      apiVersion: `${RBAC_GROUP}/v1`,
      kind: 'RoleBinding',
      metadata: { name: 'berth-delivery', namespace: team, annotations: KEPT_WITHOUT_GIT },
      roleRef: { apiGroup: RBAC_GROUP, kind: 'ClusterRole', name: APPLICATION_ROLE },
      subjects: [{ kind: 'ServiceAccount', name: TEAM_ACCOUNT, namespace: team }],
    },
  ]
}
