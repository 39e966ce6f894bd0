// The whole tree of a cluster, and of a branch, from the model alone. It is the meaning of the repository: publishing
// writes only what an edit touched, and must end with exactly this tree.
import {
  applicationPath,
  basePath,
  bootstrapPath,
  placementPath,
  teamPath,
} from '#lib/domain/git/repository-paths.ts'
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import type { Application, Team } from '#lib/domain/objects/objects.ts'
import type { Told } from '#lib/domain/values/told.ts'
import { applicationText } from '../application-manifest.ts'
import { baseFiles, bootstrapText } from '../cluster-manifests.ts'
import { configText } from '../config-manifest.ts'
import { repositoryFiles } from '#lib/domain/reconcilers/repository-files.ts'
import type { ManifestSettings } from '#lib/domain/reconcilers/interface/manifest-settings.ts'
import { settingsIn } from '../settings-in.ts'
import { teamFiles } from '../team-manifests.ts'

export type PlacedCluster = {
  readonly cluster: TypedCluster
  /** The applications that are placed on it. */
  readonly applications: readonly Application[]
  /** What one of them is told there; absent, or null: nothing. */
  readonly told?: TellApplication
}

type TellApplication = (application: Application) => Told | null
const tellNothing: TellApplication = () => null

/**
 * Every file that a cluster has on its branch, by path: its folder and its bootstrap. `applications` are those that are
 * placed on it, `teams` those of the tenant; a team that has no application on the cluster has no files there.
 */
export function clusterTree(
  cluster: TypedCluster,
  branch: string,
  applications: readonly Application[],
  teams: readonly Team[],
  fleetSettings: ManifestSettings,
  tell: TellApplication = tellNothing,
): ReadonlyMap<string, string> {
  const settings = settingsIn(fleetSettings, cluster.argocdNamespace)
  const tree = new Map([[bootstrapPath(cluster.name), bootstrapText(cluster, branch, settings)]])
  for (const [file, text] of baseFiles(cluster, branch, settings)) {
    tree.set(basePath(cluster.name, file), text)
  }
  const present = new Set(applications.map(({ team }) => team))
  for (const team of teams.filter(({ name }) => present.has(name))) {
    for (const [file, text] of teamFiles(team, settings)) {
      tree.set(teamPath(cluster.name, team.name, file), text)
    }
  }
  for (const application of applications) {
    const { team, name } = application
    const told = tell(application)
    tree.set(
      applicationPath(cluster.name, team, name),
      applicationText(application, settings, told),
    )
    if (told === null) continue
    tree.set(placementPath('config', cluster.name, team, name), configText(application, told))
  }
  return inPathOrder(tree)
}

/** Every file of Berth's on a branch, by path: `clusters` are those that live on it. */
export function repositoryTree(
  clusters: readonly PlacedCluster[],
  branch: string,
  teams: readonly Team[],
  settings: ManifestSettings,
): ReadonlyMap<string, string> {
  const trees = clusters.map(({ cluster, applications, told }) =>
    clusterTree(cluster, branch, applications, teams, settings, told),
  )
  return inPathOrder(
    new Map(
      [repositoryFiles({ ...settings, generation: null }), ...trees].flatMap((tree) => [...tree]),
    ),
  )
}

function inPathOrder(tree: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...tree].sort(([a], [b]) => (a < b ? -1 : 1)))
}
