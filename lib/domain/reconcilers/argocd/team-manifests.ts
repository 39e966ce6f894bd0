// What a team needs on each cluster where it has an application: its namespace, the account that applies its objects, the
// project that confines it, its people's rights, its network and its quota. None of it names the cluster: the bytes are the
// same on all of them.
import type { KubectlRole } from '#lib/domain/objects/bound-roles.ts'
import type { Team } from '#lib/domain/objects/objects.ts'
import type { YamlMap } from '#lib/domain/text/yaml-text.ts'
import { yamlText } from '#lib/domain/text/yaml-text.ts'
import { KEPT_WITHOUT_GIT, TEAM_LABEL } from './argocd.ts'
import { RBAC_GROUP, teamAccountManifests } from './delivery-accounts.ts'
import { teamNetworkManifest } from './network-manifests.ts'
import { quotaManifests } from './quota-manifests.ts'
import type { ManifestSettings } from '#lib/domain/reconcilers/interface/manifest-settings.ts'
import { sortedSet } from '#lib/domain/text/sorted-set.ts'
import { projectManifest } from './team-project.ts'

/** The namespace of OpenShift GitOps, which manages only namespaces with a label that says so. */
const OPENSHIFT_GITOPS = 'openshift-gitops'

/** The files of a team's folder by name: always its namespace, account, project and network, the rest if there is any. */
export function teamFiles(team: Team, settings: ManifestSettings): ReadonlyMap<string, string> {
  const viewers = team.groups.filter((group) => clusterRoleOf(team, group.role) === 'view')
  const editors = team.groups.filter((group) => clusterRoleOf(team, group.role) === 'edit')
  const files = new Map<string, readonly YamlMap[]>([
    ['account.yaml', teamAccountManifests(team.name)],
    ['namespace.yaml', [namespaceManifest(team, settings)]],
    ['project.yaml', [projectManifest(team, settings.argocdNamespace)]],
    ['network.yaml', [teamNetworkManifest(team)]],
  ])
  if (viewers.length > 0) files.set('rolebinding-view.yaml', [roleBinding(team, 'view', viewers)])
  if (editors.length > 0) files.set('rolebinding-edit.yaml', [roleBinding(team, 'edit', editors)])
  if (team.quota !== null && team.quota.size > 0) {
    files.set('quota.yaml', quotaManifests(team.name, team.quota))
  }
  return new Map([...files].map(([name, manifests]) => [name, yamlText(manifests)]))
}

/** The namespace. No sync ever deletes it, because its volumes and Secrets would be lost. */
function namespaceManifest(team: Team, { argocdNamespace }: ManifestSettings): YamlMap {
  const managedBy: Record<string, string> =
    argocdNamespace === OPENSHIFT_GITOPS ? { 'argocd.argoproj.io/managed-by': argocdNamespace } : {}
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name: team.name,
      labels: {
        [TEAM_LABEL]: team.name,
        'pod-security.kubernetes.io/enforce': 'baseline',
        ...managedBy,
      },
      annotations: KEPT_WITHOUT_GIT,
    },
  }
}

type Group = Team['groups'][number]

function clusterRoleOf(team: Team, role: Group['role']): KubectlRole {
  return role === 'contributor' ? team.kubectl : 'view'
}

/** The name includes the ClusterRole, because a roleRef can't be changed: another role needs another binding. */
function roleBinding(team: Team, clusterRole: KubectlRole, groups: readonly Group[]): YamlMap {
  return {
    apiVersion: `${RBAC_GROUP}/v1`,
    kind: 'RoleBinding',
    metadata: { name: `berth-${clusterRole}`, namespace: team.name },
    roleRef: { apiGroup: RBAC_GROUP, kind: 'ClusterRole', name: clusterRole },
    subjects: sortedSet(groups.map(({ id }) => id)).map((name) => ({
      apiGroup: RBAC_GROUP,
      kind: 'Group',
      name,
    })),
  }
}
