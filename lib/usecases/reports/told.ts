// What a report tells of our applications, with what is known of these: of all of them or, where the report says little else than
// the last one did, of the few that it says something new of.
import type { ClusterReport } from '#db/queries/cluster-reports.ts'
import { readPairs } from '#db/queries/observations.ts'
import { type PlacedApplication, readPlacedOn } from '#db/queries/observed-wanted.ts'
import type { Known } from '#lib/domain/observed/take-in.ts'
import type { Context } from '../define.ts'
import { followsTheLast, type HeardReport } from './heard.ts'
import { isRootOf, type OwnItems, type SortedItems, sortItems } from './sort-items.ts'

export type Told = {
  readonly sorted: Pick<SortedItems, 'root' | 'ours'>
  /** Null: it says of them, and of the root, what the last one said, from which nothing follows. */
  readonly foreign: SortedItems['foreign'] | null
  readonly placed: readonly PlacedApplication[]
  readonly pairs: Known['pairs']
}

export async function lookUpTold(
  context: Context,
  known: ClusterReport,
  heard: HeardReport,
  own: OwnItems,
): Promise<Told> {
  const few = await toldOfFew(context, known, heard, own)
  if (few !== null) return few
  const { scope } = context
  const [placed, pairs] = await Promise.all([
    readPlacedOn(scope, known.cluster),
    readPairs(scope, known.cluster),
  ])
  const sorted = await sortItems(scope, heard.report.items, placed, own)
  return { sorted, foreign: sorted.foreign, placed, pairs }
}

/** Few are looked up faster than all only if they are at most one in so many. */
const FEW_ONE_IN = 4

/** Null: the report has to be looked at as a whole. */
async function toldOfFew(
  { scope, services: { lastReports } }: Context,
  known: ClusterReport,
  { word, report, digests }: HeardReport,
  own: OwnItems,
): Promise<Told | null> {
  const { cluster, itemsDigest } = known
  if (itemsDigest === null || !followsTheLast(known, word, report)) return null
  const changed = lastReports.changedSince(itemsDigest, scope.tenant, cluster, digests)
  if (changed === null || changed.length * FEW_ONE_IN > report.items.length) return null
  const { ours } = await sortItems(scope, changed, [], own)
  const root = report.items.find((item) => isRootOf(own, item)) ?? null
  if (ours.size < changed.length || (root && root.revision !== known.pulledCommit)) return null
  const applications = [...ours.keys()]
  const [placed, pairs] = await Promise.all([
    readPlacedOn(scope, cluster, applications),
    readPairs(scope, cluster, applications),
  ])
  // The last one named all of them and as many in all, so it named none that this one doesn't.
  const wereThere = applications.every(
    (application) => (pairs.get(application)?.digest ?? null) !== null,
  )
  return wereThere ? { sorted: { ours, root }, foreign: null, placed, pairs } : null
}
