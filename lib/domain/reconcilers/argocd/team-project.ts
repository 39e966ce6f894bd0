// The Argo CD project of a team: where its Applications come from and go to, what they may contain, and who may manage them
// in Argo CD's own UI.
import type { Team, TeamRole } from '#lib/domain/objects/objects.ts'
import type { YamlMap } from '#lib/domain/text/yaml-text.ts'
import { ARGOCD_API, RESOURCES_FINALIZER, TEAM_LABEL, THIS_CLUSTER } from './argocd.ts'
import { appliedAs, teamAccount } from './delivery-accounts.ts'
import { spellings } from './registry-address.ts'
import { sortedSet } from '#lib/domain/text/sorted-set.ts'

/**
 * What no team's Application may contain, even in the team's own namespace. Where Argo CD uses its own rights for
 * everything, each of these would give more than the team has; where it uses the team's account, a RoleBinding that the
 * account may not write would end its controller, so roles are never tried. They are Argo CD's own kinds; roles and their
 * bindings, OpenShift's included; what limits the namespace; and the objects of installers that act with rights of their
 * own for anybody: Operator Lifecycle Manager, OpenShift's templates, the Helm controller of K3s and RKE2, Flux.
 * https://docs.k3s.io/add-ons/helm, https://fluxcd.io/flux/installation/configuration/multitenancy/
 */
const DENIED_KINDS = [
  { group: 'argoproj.io', kind: 'AppProject' },
  { group: 'argoproj.io', kind: 'Application' },
  { group: 'argoproj.io', kind: 'ApplicationSet' },
  { group: 'argoproj.io', kind: 'ArgoCD' },
  { group: 'argoproj.io', kind: 'NamespaceManagement' },
  { group: 'rbac.authorization.k8s.io', kind: '*' },
  { group: 'authorization.openshift.io', kind: '*' },
  { group: '', kind: 'LimitRange' },
  { group: '', kind: 'ResourceQuota' },
  { group: '*', kind: '*NetworkPolicy' },
  { group: 'operators.coreos.com', kind: '*' },
  { group: 'template.openshift.io', kind: 'TemplateInstance' },
  { group: 'helm.cattle.io', kind: '*' },
  { group: '*.toolkit.fluxcd.io', kind: '*' },
]

/**
 * The project that confines the team to its own namespace and repositories. No description: free text never gets into a
 * manifest. No clusterResourceWhitelist: no cluster-wide kinds. The blacklist is the same for every team and must stay as
 * it is, because live objects that a project no longer permits are never pruned.
 */
export function projectManifest(team: Team, argocdNamespace: string): YamlMap {
  const roles = projectRoles(team)
  return {
    apiVersion: ARGOCD_API,
    kind: 'AppProject',
    metadata: {
      name: team.name,
      namespace: argocdNamespace,
      labels: { [TEAM_LABEL]: team.name },
      finalizers: [RESOURCES_FINALIZER],
    },
    spec: {
      sourceRepos:
        team.sourceRepos.length === 0 ? ['*'] : sortedSet(team.sourceRepos.flatMap(spellings)),
      destinations: [{ server: THIS_CLUSTER, namespace: team.name }],
      destinationServiceAccounts: appliedAs(team.name, teamAccount(team.name)),
      ...(roles.length > 0 && { roles }),
      namespaceResourceBlacklist: DENIED_KINDS,
    },
  }
}

/**
 * What a role may do in Argo CD. A contributor may sync: after its last retry an automatic sync waits for a new commit,
 * or for a person. Nobody may override what Berth writes, run actions or open a shell, and no role has tokens.
 */
const ACTIONS: Readonly<Record<TeamRole, readonly string[]>> = {
  contributor: ['applications, get', 'applications, sync', 'logs, get'],
  reader: ['applications, get', 'logs, get'],
}

/**
 * The roles of the project that a group has, by name. A policy counts only if its subject is the role of the project and
 * its object is of the project.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/pkg/apis/application/v1alpha1/types.go `validatePolicy`
 */
function projectRoles(team: Team): YamlMap[] {
  const roles: readonly TeamRole[] = ['contributor', 'reader']
  return roles
    .map((name) => ({
      name,
      groups: sortedSet(
        team.groups.flatMap(({ id, role }) => (role === name ? [groupInPolicy(id)] : [])),
      ),
      policies: ACTIONS[name].map(
        (action) => `p, proj:${team.name}:${name}, ${action}, ${team.name}/*, allow`,
      ),
    }))
    .filter(({ groups }) => groups.length > 0)
}

/**
 * A group as a project names it. Argo CD puts it unchanged into a line of CSV, so an id with commas is quoted;
 * no id holds quotes.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/pkg/apis/application/v1alpha1/app_project_types.go `ProjectPoliciesString`
 */
function groupInPolicy(id: string): string {
  return id.includes(',') ? `"${id}"` : id
}
