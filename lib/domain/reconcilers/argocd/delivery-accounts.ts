// The service accounts that Argo CD applies things as: one of each team, in its namespace, and the root's, beside Argo CD.
// What an account may not do, nothing of its Applications can, whatever their project permits and whichever phase of a
// sync or a deletion it is.
import { APPLICATION_ROLE } from '#lib/domain/objects/bound-roles.ts'
import type { YamlMap } from '#lib/domain/text/yaml-text.ts'
import { KEPT_WITHOUT_GIT, THIS_CLUSTER } from './argocd.ts'

const TEAM_ACCOUNT = 'berth'
export const ROOT_ACCOUNT = 'berth-root'
/** By these names alone may a controller without rights of its own work as somebody. */
export const ACCOUNT_NAMES: readonly string[] = [TEAM_ACCOUNT, ROOT_ACCOUNT]
export const RBAC_GROUP = 'rbac.authorization.k8s.io'

/** A team's account as a project names it: `<namespace>:<name>`. */
export const teamAccount = (team: string) => `${team}:${TEAM_ACCOUNT}`
export const rootAccount = (argocdNamespace: string) => `${argocdNamespace}:${ROOT_ACCOUNT}`

/**
 * The `destinationServiceAccounts` of a project: what its Applications for a namespace are applied as. Without a match a
 * sync fails, but a deletion goes on with the rights of the controller, so every project has its entry for as long as it
 * is there. Exact, as a pattern could match what another team's is for.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/controller/appcontroller.go `applyImpersonationConfig`
 */
export function appliedAs(namespace: string, account: string): YamlMap[] {
  return [{ server: THIS_CLUSTER, namespace, defaultServiceAccount: account }]
}

/** No Pod gets its token by itself: Argo CD works as it without one. */
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
 * A team's account with its one right. No sync ever takes them away: a team's Applications are deleted as this account, so
 * it must outlast them, as the namespace does.
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
