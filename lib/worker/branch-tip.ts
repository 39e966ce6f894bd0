// What the remote holds of a branch, and whether it is what the database says. If it isn't, the database is corrected first
// and publishing starts over, so that a push with unknown outcome, somebody else's commit and a lost history are handled
// alike.
import type { BranchWork, Holding, Settled } from '#db/queries/publishing.ts'
import type { Commit } from '#lib/adapters/git/commit.ts'
import type { RemoteFailure } from '#lib/adapters/git/remote.ts'
import { OWNER_PATH, pathIsOwned } from '#lib/domain/git/repository-paths.ts'
import { readOwned, type RepositoryOwner } from '#lib/domain/reconcilers/repository-files.ts'
import { begunGeneration, carriedChanges, isBerths, newestCarried } from './commit-text.ts'
import { treeDifference } from './tree-difference.ts'
import type { Repository } from './world.ts'

/** How far back a branch is searched for the commit that the database remembers. */
const COMMITS_MAX = 10_000

export type Tip = { readonly id: string; readonly commit: Commit }

export type TipReading =
  | { readonly outcome: 'read'; readonly tip: Tip | null }
  /** It moved while it was read. */
  | { readonly outcome: 'moved' }
  | RemoteFailure

/** The branch's commit at the remote, after fetching it. */
export async function readTip({ store, remote }: Repository, branch: string): Promise<TipReading> {
  const reading = await remote.readTip(branch)
  if (reading.outcome !== 'read') return reading
  if (reading.value === null) return { outcome: 'read', tip: null }
  const id = reading.value
  const known = await store.readCommit(id)
  if (known !== null) return { outcome: 'read', tip: { id, commit: known } }
  const fetched = await remote.fetch(branch, id)
  if (fetched.outcome !== 'fetched') return fetched
  const commit = await store.readCommit(id)
  return commit === null ? { outcome: 'moved' } : { outcome: 'read', tip: { id, commit } }
}

/** The owner that a commit's tree names; `empty`: the tree is empty; null: it names none. */
export async function readOwner(
  { store }: Pick<Repository, 'store'>,
  { commit }: Tip,
): Promise<RepositoryOwner | 'empty' | null> {
  const root = await store.readTree(commit.tree)
  if (root?.length === 0) return 'empty'
  const text = await readFile({ store }, commit.tree, OWNER_PATH)
  return text === null ? null : readOwned(text)
}

/** Why Berth must not write to a branch of that owner: a sentence; null: it is empty, or this tenant's. */
export function ownershipFault(
  found: Awaited<ReturnType<typeof readOwner>>,
  owner: Pick<RepositoryOwner, 'installation' | 'tenant'>,
): string | null {
  if (found === 'empty') return null
  if (found === null) {
    return `The branch holds files, but no ${OWNER_PATH} that says they are Berth's: name another branch, or empty this one.`
  }
  if (found.installation === owner.installation && found.tenant === owner.tenant) return null
  return `The branch belongs to the tenant ${JSON.stringify(found.tenant)} of the installation ${JSON.stringify(found.installation)}.`
}

async function readFile(
  { store }: Pick<Repository, 'store'>,
  tree: string,
  path: string,
): Promise<string | null> {
  const names = path.split('/')
  const file = names.pop()
  let folder: string | null = tree
  for (const name of names) {
    const entries: Awaited<ReturnType<typeof store.readTree>> = await store.readTree(folder)
    const entry = entries?.find((each) => each.name === name && each.mode === '40000')
    if (entry === undefined) return null
    folder = entry.id
  }
  const entry = (await store.readTree(folder))?.find((each) => each.name === file)
  if (entry?.mode !== '100644') return null
  const blob = await store.readBlob(entry.id)
  return blob === null ? null : new TextDecoder().decode(blob)
}

export type SettledTip = {
  readonly settled: Omit<Settled, 'branch'>
  /** For the log: what happened at the remote. */
  readonly events: readonly string[]
}

/** What a tip that the database doesn't know contains. `changes` are all that ever touched the branch. */
export async function settleTip(
  repository: Repository,
  work: BranchWork,
  tip: Tip | null,
  changes: readonly number[],
  { commits, reachedRecorded }: Newer,
): Promise<SettledTip> {
  const newest = newestIn(commits)
  const holding: Holding[] = []
  for (const { id, commit } of commits.toReversed()) {
    const ranges = carriedChanges(commit)
    const carried = changes.filter((change) =>
      ranges.some(({ first, last }) => first <= change && change <= last),
    )
    for (const change of carried) holding.push({ change, commit: id })
  }
  const upTo = reachedRecorded ? Math.max(newest, work.publishedChange) : newest
  return {
    settled: { tip: tip?.id ?? null, upTo, holding },
    events: await eventsOf(repository, work, tip, commits, reachedRecorded),
  }
}

export type Newer = {
  /** The newest first, up to the recorded one, which is left out. */
  readonly commits: readonly Tip[]
  readonly reachedRecorded: boolean
}

/** The highest change that the commits name; 0: they name none. */
export function newestIn(commits: readonly Tip[]): number {
  return commits.reduce((newest, { commit }) => Math.max(newest, newestCarried(commit) ?? 0), 0)
}

/**
 * The commits since the recorded one, but no further back than the one with which the generation began: anything older may
 * be a history that an admin gave up in favour of the database.
 */
export async function commitsSince(
  { store }: Pick<Repository, 'store'>,
  tip: Tip | null,
  { tip: recorded, generation }: Pick<BranchWork, 'tip' | 'generation'>,
): Promise<Newer> {
  const commits: Tip[] = []
  const isBegun = tip !== null && (await isOfGeneration({ store }, tip, generation))
  let next: string | undefined = tip?.id
  while (next !== undefined && next !== recorded && commits.length < COMMITS_MAX) {
    const commit: Commit | null = await store.readCommit(next)
    if (commit === null) break
    if (isBegun && !isBerths(commit)) {
      if (!(await isOfGeneration({ store }, { id: next, commit }, generation))) break
    }
    commits.push({ id: next, commit })
    if (generation !== null && begunGeneration(commit) === generation) break
    ;[next] = commit.parents
  }
  return { commits, reachedRecorded: recorded !== null && next === recorded }
}

/** Where people merge, a generation begins with a commit of theirs: those before it say another one. */
export async function isOfGeneration(
  repository: Pick<Repository, 'store'>,
  tip: Tip,
  generation: string | null,
): Promise<boolean> {
  if (generation === null) return false
  const owner = await readOwner(repository, tip)
  return owner !== null && owner !== 'empty' && owner.generation === generation
}

async function eventsOf(
  repository: Repository,
  { tip: recorded }: BranchWork,
  tip: Tip | null,
  commits: readonly Tip[],
  reachedRecorded: boolean,
): Promise<string[]> {
  if (tip === null) return ['The branch was deleted: it is made again, with all that it held.']
  const events: string[] = []
  if (recorded !== null && !reachedRecorded) {
    events.push('The history of the branch was rewritten: what is lost is published again.')
  }
  const foreign = commits.filter(({ commit }) => newestCarried(commit) === null)
  if (foreign.length > 0) events.push(`${foreign.length} commits on the branch are not Berth's.`)
  const edited =
    reachedRecorded && foreign.length > 0 ? await editedFiles(repository, recorded!, tip) : []
  if (edited.length > 0) {
    events.push(
      `They changed ${edited.length} files of Berth's, which are put right: ${edited.slice(0, 10).join(', ')}.`,
    )
  }
  return events
}

async function editedFiles({ store }: Repository, recorded: string, { commit }: Tip) {
  const before = await store.readCommit(recorded)
  const read = (id: string) => store.readTreeBytes(id)
  const { removed, modified } = await treeDifference(read, before?.tree ?? null, commit.tree)
  return [...removed, ...modified].filter(pathIsOwned)
}
