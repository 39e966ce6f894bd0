// The last check before files are removed: what a commit would remove is compared with what the database's intervals say
// has ended. The two are computed independently, so that a fleet that was read or rendered wrongly is stopped here and
// deletes nothing.
import type { HeldFolder } from '#db/queries/cluster-moves.ts'
import {
  begunPlacements,
  departedClusters,
  editedNames,
  endedPlacements,
  teamsPresent,
  type PlacedNames,
  type TeamOnCluster,
  type ChangeRange,
} from '#db/queries/removals.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import {
  applicationPath,
  basePath,
  bootstrapPath,
  clusterFolder,
  pathIsOwned,
} from '#lib/domain/git/repository-paths.ts'
import { isOptional, rootFiles } from '#lib/domain/reconcilers/declared-files.ts'

export type Removal = {
  readonly branch: string
  readonly range: ChangeRange
  /** Folders that a cluster had left behind, and that are now cleared or used again. */
  readonly released: readonly HeldFolder[]
  /** Paths that the tip has and the new tree lacks. */
  readonly removed: readonly string[]
  /** Whether the new tree has a path. */
  readonly stays: (path: string) => Promise<boolean>
}

const SHOWN_MAX = 10

/** Why the removal must not be made, in a sentence; null: it agrees with the database. */
export async function removalFault(scope: TenantScope, removal: Removal): Promise<string | null> {
  const { removed, stays } = removal
  const accounts = await readAccounts(scope, removal)
  const unexplained = removed.filter((path) => !isExplained(path, accounts))
  if (unexplained.length > 0) {
    return `The commit would remove ${unexplained.length} files that no change took away: ${shown(unexplained)}.`
  }
  const going = new Set(removed)
  const left: string[] = []
  for (const path of accounts.gone) {
    if (!going.has(path) && (await stays(path))) left.push(path)
  }
  if (left.length === 0) return null
  return `The commit would keep ${left.length} files that its changes took away: ${shown(left)}.`
}

type Accounts = {
  /** Paths that must go. */
  readonly gone: ReadonlySet<string>
  /** Paths that must go if they were there. */
  readonly mayGo: ReadonlySet<string>
  /** Clusters whose whole folder must go. */
  readonly clearedClusters: ReadonlySet<string>
  readonly editedClusters: ReadonlySet<string>
  readonly editedTeams: ReadonlySet<string>
  readonly presentTeams: ReadonlySet<string>
}

async function readAccounts(
  scope: TenantScope,
  { branch, range, released, removed }: Removal,
): Promise<Accounts> {
  const ended = await endedPlacements(scope, branch, range)
  const begun = ended.length === 0 ? [] : await begunPlacements(scope, branch, range)
  const departed = await departedClusters(scope, branch, range)
  const edited = async (kind: 'team' | 'cluster') =>
    removed.length === 0 ? [] : editedNames(scope, kind, range)
  const present = await teamsPresent(scope, teamFoldersIn(removed), range.to)
  const gone = pathsOf(ended)
  for (const path of pathsOf(begun)) gone.delete(path)
  for (const { name, folder } of departed) {
    gone.add(bootstrapPath(name))
    if (folder) for (const file of rootFiles()) gone.add(basePath(name, file))
  }
  const returned = released.filter((folder) => folder.returned)
  return {
    gone,
    mayGo: new Set(
      returned.flatMap(({ cluster, applications }) =>
        applications.map(({ team, name }) => applicationPath(cluster, team, name)),
      ),
    ),
    clearedClusters: new Set(departed.filter(({ folder }) => folder).map(({ name }) => name)),
    editedClusters: new Set([
      ...(await edited('cluster')),
      ...returned.map(({ cluster }) => cluster),
    ]),
    editedTeams: new Set([...(await edited('team')), ...returned.flatMap(teamsOf)]),
    presentTeams: new Set(present.map(keyOf)),
  }
}

function isExplained(path: string, accounts: Accounts): boolean {
  if (!pathIsOwned(path)) return false
  if (accounts.gone.has(path) || accounts.mayGo.has(path)) return true
  const [, cluster = '', part = '', name = '', file = ''] = path.split('/')
  if (!path.startsWith(`${clusterFolder(cluster)}/`)) return false
  if (accounts.clearedClusters.has(cluster)) return true
  if (part === 'base') return isOptional('base', name) && accounts.editedClusters.has(cluster)
  return part === 'teams' && isTeamFileExplained({ team: name, cluster }, file, accounts)
}

function isTeamFileExplained(place: TeamOnCluster, file: string, accounts: Accounts): boolean {
  if (!accounts.presentTeams.has(keyOf(place))) return true
  return isOptional('team', file) && accounts.editedTeams.has(place.team)
}

function pathsOf(placements: readonly PlacedNames[]): Set<string> {
  const paths = new Set<string>()
  for (const { team, application, clusters } of placements) {
    for (const cluster of clusters) paths.add(applicationPath(cluster, team, application))
  }
  return paths
}

function teamFoldersIn(paths: readonly string[]): TeamOnCluster[] {
  const folders = new Map<string, TeamOnCluster>()
  for (const path of paths) {
    const [top, cluster = '', part, team = ''] = path.split('/')
    if (top === 'clusters' && part === 'teams') folders.set(`${cluster}/${team}`, { team, cluster })
  }
  return [...folders.values()]
}

const teamsOf = ({ applications }: HeldFolder) => applications.map(({ team }) => team)
const keyOf = ({ team, cluster }: TeamOnCluster) => `${cluster}/${team}`

function shown(paths: readonly string[]): string {
  const rest = paths.length - SHOWN_MAX
  const first = paths.slice(0, SHOWN_MAX).join(', ')
  return rest > 0 ? `${first} and ${rest} more` : first
}
