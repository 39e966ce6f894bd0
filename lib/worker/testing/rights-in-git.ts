// What the published trees grant to groups and teams, read only from the files on the branches.
import { maySync, roleMayAct } from '#lib/domain/reconcilers/argocd/testing/argocd-evaluator.ts'
import { personMay } from '#lib/domain/reconcilers/argocd/testing/kubernetes-evaluator.ts'
import {
  documentsOf,
  type GeneratedObjects,
  objectsIn,
} from '#lib/domain/reconcilers/argocd/testing/parse-tree.ts'
import { filesOn } from './publisher.ts'

export type Asked = {
  readonly clusters: readonly string[]
  readonly teams: readonly string[]
  readonly groups: readonly string[]
}

/**
 * Each right as a line: what a group may do in a team's namespace and project of a cluster, and where a team may deploy.
 */
export async function rightsInGit(
  directory: string,
  branches: readonly string[],
  { clusters, teams, groups }: Asked,
): Promise<string[]> {
  const files = new Map<string, string>()
  for (const branch of branches) {
    for (const [path, text] of await filesOn(directory, branch)) files.set(path, text)
  }
  return clusters
    .flatMap((cluster) => {
      const own = [...files].filter(([path]) => path.startsWith(`clusters/${cluster}/`))
      const objects = objectsIn(documentsOf(new Map(own)), 'argocd')
      return teams
        .flatMap((team) => [
          ...groups.flatMap((group) => groupRights(objects, team, group)),
          ...teamRights(objects, team),
        ])
        .map((right) => `${cluster}: ${right}`)
    })
    .sort()
}

function groupRights(objects: GeneratedObjects, team: string, group: string): string[] {
  const may = (verb: string) =>
    personMay(objects, { groups: [group], verb, apiGroup: '', resource: 'pods', namespace: team })
  const mayInArgocd = (action: string) =>
    roleMayAct(objects, {
      groups: [group],
      resource: 'applications',
      action,
      object: `${team}/${team}--a`,
    })
  return [
    ...(may('get') ? [`${group} views ${team}`] : []),
    ...(may('create') ? [`${group} edits ${team}`] : []),
    ...(mayInArgocd('get') ? [`${group} sees ${team} in Argo CD`] : []),
    ...(mayInArgocd('sync') ? [`${group} syncs ${team} in Argo CD`] : []),
  ]
}

function teamRights(objects: GeneratedObjects, team: string): string[] {
  const server = 'https://kubernetes.default.svc'
  const resource = { group: 'apps', kind: 'Deployment', name: 'x', namespace: team }
  const repoUrl = 'https://git.example.com/any/thing.git'
  const isAllowed = maySync(objects, { project: team, repoUrl, server, namespace: team, resource })
  return isAllowed ? [`${team} deploys`] : []
}
