// The last check before files are removed: what a commit would remove is compared with what the database's intervals say
// has ended. The two are computed independently, so that a fleet that was read or rendered wrongly is stopped here and
// deletes nothing.
import { typeNameOf, type TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import type { HeldFolder } from '#db/queries/cluster-moves.ts'
import {
  begunPlacements,
  clustersOfTypes,
  clustersOn,
  departedClusters,
  editedNames,
  type EditedTeller,
  editedTellers,
  endedPlacements,
  teamsPresent,
  waitingPlacements,
  type PlacedNames,
  type TeamOnCluster,
  type ChangeRange,
} from '#db/queries/removals.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import {
  basePath,
  bootstrapPath,
  pathIsOwned,
  placementFile,
  placementPaths,
} from '#lib/domain/git/repository-paths.ts'
import { foreignFiles, isLosable, rootFiles } from '#lib/domain/reconcilers/declared-files.ts'
import { reconcilerOf } from '#lib/domain/reconcilers/reconcilers.ts'
import { RECONCILERS } from '#lib/domain/reconcilers/registered.ts'
import { storedCluster } from '#lib/usecases/objects/stored-object.ts'
import { fewNamed } from '#lib/domain/text/few-named.ts'

export type Removal = {
  readonly branch: string
  readonly range: ChangeRange
  /** Folders that a cluster had left behind, and that are now cleared or used again. */
  readonly released: readonly HeldFolder[]
  /** Paths that the tip has and the new tree lacks. */
  readonly removed: readonly string[]
  /** Paths that only a proposal may have brought: they may go. */
  readonly litter: readonly string[]
  /** Whether the new tree has a path. */
  readonly stays: (path: string) => Promise<boolean>
}

const SHOWN_MAX = 10

/** Why the removal must not be made, in a sentence; null: it agrees with the database. */
export async function removalFault(scope: TenantScope, removal: Removal): Promise<string | null> {
  const { branch, range, removed, stays } = removal
  const accounts = await readAccounts(scope, removal)
  const ofLiving = removed.filter((path) => !isEnded(path, accounts))
  const living = ofLiving.flatMap((path) => placeOf(path)?.cluster ?? [])
  const owners = await typedOn(scope, branch, [...new Set(living)], range.to)
  const unexplained = ofLiving.filter((path) => !isLost(path, accounts, owners))
  if (unexplained.length > 0) {
    return `The commit would remove ${unexplained.length} files that no change took away: ${fewNamed(unexplained, SHOWN_MAX)}.`
  }
  const going = new Set(removed)
  const left: string[] = []
  for (const path of accounts.gone) {
    if (!going.has(path) && (await stays(path))) left.push(path)
  }
  if (left.length === 0) return null
  return `The commit would keep ${left.length} files that its changes took away: ${fewNamed(left, SHOWN_MAX)}.`
}

type Accounts = {
  /** Paths that must go. */
  readonly gone: ReadonlySet<string>
  /** Paths that must go if they were there. */
  readonly mayGo: ReadonlySet<string>
  /** Clusters whose whole folder must go. */
  readonly clearedClusters: ReadonlySet<string>
  readonly editedClusters: ReadonlySet<string>
  readonly editedTypes: ReadonlySet<string>
  readonly editedTeams: ReadonlySet<string>
  readonly presentTeams: ReadonlySet<string>
  /** What is edited that says what applications are told, or to which. */
  readonly editedTellers: readonly EditedTeller[]
}

async function readAccounts(
  scope: TenantScope,
  { branch, range, released, removed, litter }: Removal,
): Promise<Accounts> {
  const ended = await endedPlacements(scope, branch, range)
  const begun = ended.length === 0 ? [] : await begunPlacements(scope, branch, range)
  const departed = await departedClusters(scope, branch, range)
  const edited = async (kind: 'team' | 'cluster' | 'cluster-type') =>
    removed.length === 0 ? [] : editedNames(scope, kind, range)
  const present = await teamsPresent(scope, teamFoldersIn(removed), range.to)
  const gone = pathsOf(ended)
  const again = [...pathsOf(begun)].filter((path) => gone.delete(path))
  for (const { name, folder } of departed) {
    gone.add(bootstrapPath(name))
    if (folder) for (const file of rootFiles()) gone.add(basePath(name, file))
  }
  for (const path of await givenUpFiles(scope, branch, range)) gone.add(path)
  const returned = released.filter((folder) => folder.returned)
  return {
    gone,
    mayGo: new Set([
      ...litter,
      ...(again.length === 0 ? [] : await waitingAgain(scope, branch, range, begun)),
      ...returned.flatMap(({ cluster, applications }) =>
        applications.flatMap(({ team, name }) => placementPaths(cluster, team, name)),
      ),
    ]),
    clearedClusters: new Set(departed.filter(({ folder }) => folder).map(({ name }) => name)),
    editedClusters: new Set([
      ...(await edited('cluster')),
      ...returned.map(({ cluster }) => cluster),
    ]),
    editedTypes: new Set(await edited('cluster-type')),
    editedTeams: new Set([...(await edited('team')), ...returned.flatMap(teamsOf)]),
    presentTeams: new Set(present.map(keyOf)),
    editedTellers: removed.length === 0 ? [] : await editedTellers(scope, range),
  }
}

/** The files of placements that ended and began again, if they wait for a release since: what they had went with the end. */
async function waitingAgain(
  scope: TenantScope,
  branch: string,
  range: ChangeRange,
  begun: readonly PlacedNames[],
): Promise<ReadonlySet<string>> {
  const applications = begun.map(({ id }) => id)
  return pathsOf(await waitingPlacements(scope, branch, range, applications))
}

/** The files of `base` that clusters of the branch always had before the range, and of which their reconciler now knows none. */
async function givenUpFiles(
  scope: TenantScope,
  branch: string,
  range: ChangeRange,
): Promise<string[]> {
  // Of one reconciler alone, no cluster goes to another.
  if (RECONCILERS.length === 1) return []
  const types = await editedNames(scope, 'cluster-type', range)
  const names = [
    ...(await editedNames(scope, 'cluster', range)),
    ...(await clustersOfTypes(scope, branch, types, range.to)),
  ]
  const before = await typedOn(scope, branch, names, range.from)
  const after = await typedOn(scope, branch, names, range.to)
  return [...after].flatMap(([name, is]) => {
    const foreign = foreignFiles('base', reconcilerOf(is))
    const was = before.get(name)
    const had = was ? reconcilerOf(was).files.base.always : []
    return had.filter((file) => foreign.includes(file)).map((file) => basePath(name, file))
  })
}

/** By the names of those of these clusters that were on the branch after a change, as they and their types are stored. */
async function typedOn(
  scope: TenantScope,
  branch: string,
  names: readonly string[],
  change: number,
): Promise<ReadonlyMap<string, TypedCluster>> {
  const rows = await clustersOn(scope, branch, names, change)
  return new Map(rows.map((row) => [row.name, storedCluster(row)]))
}

/** Whether what a file was for has ended. */
function isEnded(path: string, accounts: Accounts): boolean {
  if (!pathIsOwned(path)) return false
  if (accounts.gone.has(path) || accounts.mayGo.has(path)) return true
  const place = placeOf(path)
  if (place === null) return false
  if (accounts.clearedClusters.has(place.cluster)) return true
  return place.part === 'teams' && !accounts.presentTeams.has(keyOf(place))
}

/** Whether a folder that stays may lose a file, according to the reconciler that its cluster has. */
function isLost(
  path: string,
  { editedClusters, editedTypes, editedTeams, editedTellers }: Accounts,
  owners: ReadonlyMap<string, TypedCluster>,
): boolean {
  const place = placeOf(path)
  const owner = place && owners.get(place.cluster)
  if (!owner) return false
  const { cluster, part, team, file } = place
  if (part === 'config') {
    return editedClusters.has(cluster) || editedTellers.some((each) => mayTell(each, team, file))
  }
  const own = reconcilerOf(owner)
  if (part === 'base') {
    const isEdited = editedClusters.has(cluster) || editedTypes.has(typeNameOf(owner))
    return isLosable('base', file, { own, isEdited })
  }
  return part === 'teams' && isLosable('team', file, { own, isEdited: editedTeams.has(team) })
}

/** Whether the edit of something may take from an application what it is told. */
function mayTell({ kind, team, name }: EditedTeller, owner: string, file: string): boolean {
  if (kind === 'application') return team === owner && placementFile('config', name) === file
  return team === null || team === owner
}

/** Where a file of a cluster's is, `team` empty in `base`; null: it is none. */
function placeOf(
  path: string,
): (TeamOnCluster & { readonly part: string; readonly file: string }) | null {
  const [top, cluster, part, ...rest] = path.split('/')
  if (!pathIsOwned(path) || top !== 'clusters') return null
  const [file = '', team = ''] = rest.toReversed()
  return { cluster: cluster!, part: part!, team, file }
}

function pathsOf(placements: readonly PlacedNames[]): Set<string> {
  const paths = new Set<string>()
  for (const { team, application, clusters } of placements) {
    for (const cluster of clusters) {
      for (const path of placementPaths(cluster, team, application)) paths.add(path)
    }
  }
  return paths
}

function teamFoldersIn(paths: readonly string[]): TeamOnCluster[] {
  const folders = new Map<string, TeamOnCluster>()
  for (const path of paths) {
    const place = placeOf(path)
    if (place?.part === 'teams') folders.set(keyOf(place), place)
  }
  return [...folders.values()]
}

const teamsOf = ({ applications }: HeldFolder) => applications.map(({ team }) => team)
const keyOf = ({ team, cluster }: TeamOnCluster) => `${cluster}/${team}`
