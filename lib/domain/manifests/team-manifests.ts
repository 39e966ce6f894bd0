// What a team needs on each cluster where it has an application: its namespace, the project that confines it, its rights,
// its network and its quota. None of it names the cluster: the bytes are the same on all of them.
import type { Team } from '../objects.ts'
import type { YamlMap } from '../yaml-text.ts'
import { yamlText } from '../yaml-text.ts'
import { COMPARE_OPTIONS, SYNC_OPTIONS, TEAM_LABEL } from './argocd.ts'
import { teamNetworkManifest } from './network-manifests.ts'
import type { RepositorySettings } from './repository-settings.ts'
import { sortedSet } from './sorted-set.ts'
import { projectManifest } from './team-project.ts'

/** The namespace that OpenShift GitOps runs in; it manages only namespaces with a label that says so. */
const OPENSHIFT_GITOPS = 'openshift-gitops'

/** The files of a team's folder by name: always a namespace, project and network, the rest where there is any. */
export function teamFiles(team: Team, settings: RepositorySettings): ReadonlyMap<string, string> {
  const viewers = team.groups.filter((group) => clusterRoleOf(team, group.role) === 'view')
  const editors = team.groups.filter((group) => clusterRoleOf(team, group.role) === 'edit')
  const files = new Map([
    ['namespace.yaml', namespaceManifest(team, settings)],
    ['project.yaml', projectManifest(team, settings.argocdNamespace)],
    ['network.yaml', teamNetworkManifest(team)],
  ])
  if (viewers.length > 0) files.set('rolebinding-view.yaml', roleBinding(team, 'view', viewers))
  if (editors.length > 0) files.set('rolebinding-edit.yaml', roleBinding(team, 'edit', editors))
  if (team.quota !== null && team.quota.size > 0) {
    files.set('quota.yaml', quotaManifest(team, team.quota))
  }
  return new Map([...files].map(([name, manifest]) => [name, yamlText([manifest])]))
}

/**
 * The namespace, which no sync ever deletes: volumes and Secrets would go with it. `Prune=false` alone would leave the
 * root out of sync for ever once the team has left, hence IgnoreExtraneous; and as what counts is the live object's
 * annotations, both stand there from the first commit.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/controller/state.go `CompareAppState`
 */
function namespaceManifest(team: Team, { argocdNamespace }: RepositorySettings): YamlMap {
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
      annotations: {
        [SYNC_OPTIONS]: 'Prune=false,Delete=false',
        [COMPARE_OPTIONS]: 'IgnoreExtraneous',
      },
    },
  }
}

type ClusterRole = 'view' | 'edit'
type Group = Team['groups'][number]

function clusterRoleOf(team: Team, role: Group['role']): ClusterRole {
  return role === 'contributor' ? team.kubectl : 'view'
}

/** The name carries the ClusterRole, because a roleRef can't be changed: another role is another binding. */
function roleBinding(team: Team, clusterRole: ClusterRole, groups: readonly Group[]): YamlMap {
  const apiGroup = 'rbac.authorization.k8s.io'
  return {
    apiVersion: `${apiGroup}/v1`,
    kind: 'RoleBinding',
    metadata: { name: `berth-${clusterRole}`, namespace: team.name },
    roleRef: { apiGroup, kind: 'ClusterRole', name: clusterRole },
    subjects: sortedSet(groups.map(({ id }) => id)).map((name) => ({
      apiGroup,
      kind: 'Group',
      name,
    })),
  }
}

function quotaManifest(team: Team, hard: ReadonlyMap<string, string>): YamlMap {
  return {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'berth', namespace: team.name },
    spec: { hard },
  }
}
