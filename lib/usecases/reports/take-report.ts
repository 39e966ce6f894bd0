// Takes in a report that says something new, or something old.
import { loadTypedClusters } from '#db/queries/cluster-types.ts'
import { type ClusterReport, updateClusterReport } from '#db/queries/cluster-reports.ts'
import {
  forgetPairs,
  type ObservedPair,
  readPairs,
  replaceForeign,
  writePairs,
} from '#db/queries/observations.ts'
import { addSyncs, addTurns } from '#db/queries/observed-history.ts'
import {
  type PlacedApplication,
  readPlacedOn,
  readPlacementEnds,
} from '#db/queries/observed-wanted.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { type Known, takeIn, type Taken } from '#lib/domain/observed/take-in.ts'
import { isNewer, type WordOrder } from '#lib/domain/observed/word.ts'
import { reconcilerOf } from '#lib/domain/reconcilers/reconcilers.ts'
import type { Context, GatheredContext } from '../define.ts'
import { storedCluster } from '../objects/stored-object.ts'
import { digestOf, type ReportDigests } from './digest.ts'
import { completeWord, hear, type HeardReport } from './heard.ts'
import { takePulled } from './pulled.ts'
import { type OwnItems, type SortedItems, sortItems, storedItem } from './sort-items.ts'

export type TakenReport = {
  readonly counts: {
    /** Of how many of ours it said something new. */
    readonly changed: number
    /** How many syncs it told of that weren't known. */
    readonly filled: number
    /** How many of them aren't ours. */
    readonly foreign: number
    /** Of how many of ours something newer is known. */
    readonly ignored: number
  }
  /** When the cluster was last seen, with it. */
  readonly seenAt: Date
  /** Whether it said anything that wasn't known, about any application or about the cluster. */
  readonly saysNews: boolean
}

/** As the API answers it. */
export type ReportAnswer = TakenReport['counts'] & {
  /** How many applications it named. */
  readonly received: number
  readonly next_s: number
}

export async function takeReport(
  context: Context,
  known: ClusterReport,
  heard: HeardReport,
): Promise<TakenReport> {
  const { scope } = context
  const { word, report, receivedAt } = heard
  const { cluster } = known
  const own = await ownItems(context, cluster)
  const [placed, pairs] = await Promise.all([
    readPlacedOn(scope, cluster),
    readPairs(scope, cluster),
  ])
  const sorted = await sortItems(scope, report.items, placed, own)
  const pulled = await takePulled(scope, known, sorted, word, receivedAt)
  const pulledChange = pulled ? pulled.pulledChange : known.pulledChange
  const complete = completeWord(known)
  const items = digested(sorted.ours, heard.digests)
  const taken = takeIn(
    { order: word.order, at: word.at, isComplete: report.isComplete, items },
    {
      complete,
      pairs,
      placed: wantedBy(placed, pulledChange),
      ended: await endedBy(scope, cluster, sorted, placed, pulledChange),
    },
  )
  const receipt = { receivedAt, keptDays: context.services.environment.observedDays }
  const part = reconcilerInPart(known, heard)
  const isNews = taken.isNewest || taken.pairs.size > 0 || pulled !== null || part !== null
  const keepWord = async () => {
    const seen = await hear(scope, known, word, receivedAt)
    await updateClusterReport(scope, cluster, {
      ...seen,
      ...pulled,
      ...part,
      ...(taken.isNewest && (await keepComplete(scope, known, heard, sorted))),
      ...((taken.isUnsettled || hasPulledApart(known, pulled, taken)) && { itemsDigest: null }),
    })
    return seen
  }
  // Sent one after the other, and answered together.
  const [added, seen] = await Promise.all([
    addSyncs(scope, ofCluster(cluster, taken.syncs), receipt),
    isNews ? keepWord() : known,
    addTurns(scope, ofCluster(cluster, taken.turns), receipt),
    keepPairs(scope, cluster, taken, pairs, sorted.ours),
  ])
  const filled = added.get(cluster) ?? 0
  const counts = {
    changed: taken.pairs.size,
    filled,
    foreign: sorted.foreign.length,
    ignored: countOlder(word.order, complete, pairs, sorted.ours),
  }
  const saysNews =
    counts.changed > 0 || filled > 0 || saysMore(known, heard, { ...pulled, ...part })
  return { counts, seenAt: seen.seenAt, saysNews }
}

export function ofCluster<Row>(cluster: number, rows: readonly Row[]) {
  return rows.map((row) => ({ cluster, ...row }))
}

/** Whether it said anything new besides of our applications: of the cluster itself, or of foreign ones. */
export function saysMore(
  known: ClusterReport,
  { digests, report }: HeardReport,
  { pulledCommit = known.pulledCommit, reconciler }: Partial<ClusterReport>,
): boolean {
  const { itemsDigest } = known
  const isOther = report.isComplete && itemsDigest !== null && itemsDigest !== digests.whole
  return isOther || pulledCommit !== known.pulledCommit || reconciler !== undefined
}

/** Whether a part of a report told that more is pulled: then the others mean something else now. */
function hasPulledApart(
  { pulledChange }: ClusterReport,
  pulled: Partial<ClusterReport> | null,
  { isNewest }: Taken,
): boolean {
  return !isNewest && pulled !== null && pulled.pulledChange !== pulledChange
}

export async function ownItems(context: GatheredContext, cluster: number): Promise<OwnItems> {
  return (await ownItemsOf(context, [cluster])).get(cluster)!
}

/** Where the reconcilers of some clusters keep what they made of Berth's files. */
export async function ownItemsOf(
  { scope, services }: GatheredContext,
  clusters: readonly number[],
): Promise<ReadonlyMap<number, OwnItems>> {
  const rows = await loadTypedClusters(scope, clusters)
  return new Map(
    rows.map((row) => {
      const cluster = storedCluster(row)
      const namespace = cluster.argocdNamespace ?? services.environment.argocdNamespace
      return [row.object, { namespace, reports: reconcilerOf(cluster).reports }]
    }),
  )
}

export function digested(ours: SortedItems['ours'], { items }: ReportDigests) {
  return new Map([...ours].map(([id, item]) => [id, { item, digest: items.get(item)! }]))
}

/** What is wanted of each placement by what its cluster has pulled. */
export function wantedBy(
  placed: readonly PlacedApplication[],
  pulledChange: number | null,
): Known['placed'] {
  const isPulled = (change: number | null) =>
    change !== null && pulledChange !== null && change <= pulledChange
  return new Map(
    placed.map(({ application, began, sourceBegan, repoBranch }) => [
      application,
      {
        isPulled: isPulled(began),
        targetRevision: isPulled(began) && isPulled(sourceBegan) ? repoBranch : null,
      },
    ]),
  )
}

/** Which of those that are there aren't placed any more, as the cluster knows: it has pulled their end, or never got them from us. */
async function endedBy(
  scope: TenantScope,
  cluster: number,
  { ours }: Pick<SortedItems, 'ours'>,
  placed: readonly PlacedApplication[],
  pulledChange: number | null,
): Promise<Known['ended']> {
  const stay = new Set(placed.map(({ application }) => application))
  const there = [...ours.keys()].filter((application) => !stay.has(application))
  const ends = await readPlacementEnds(scope, cluster, there)
  const isEnded = (application: number) => {
    const end = ends.get(application)
    return end === undefined || (pulledChange !== null && end <= pulledChange)
  }
  return new Set(there.filter(isEnded))
}

async function keepPairs(
  scope: TenantScope,
  cluster: number,
  { pairs }: Taken,
  known: Known['pairs'],
  told: SortedItems['ours'],
): Promise<void> {
  const kept: ObservedPair[] = []
  const gone: number[] = []
  for (const [application, pair] of pairs) {
    const item = told.get(application)
    if (pair !== null)
      kept.push({ cluster, application, pair, item: item ? storedItem(item) : null })
    else if (known.has(application)) gone.push(application)
  }
  await Promise.all([writePairs(scope, kept), forgetPairs(scope, cluster, gone)])
}

/** What a report about a part says of the reconciler, unless something newer was heard; null: nothing. */
function reconcilerInPart(
  { seenAt, reconciler: known }: ClusterReport,
  { word, report: { isComplete, reconciler } }: HeardReport,
): Pick<ClusterReport, 'reconciler'> | null {
  if (isComplete || reconciler === null || word.at < seenAt) return null
  return { reconciler: { ...reconciler, version: reconciler.version ?? known?.version ?? null } }
}

/** Argo CD's own list says nothing of confinement, so what was said of it apart holds until something else is. */
function withConfinement(
  told: ClusterReport['reconciler'],
  known: ClusterReport['reconciler'],
): ClusterReport['reconciler'] {
  return told && { ...told, confinement: told.confinement ?? known?.confinement ?? null }
}

/** What the row of a cluster says after the newest word about all of it. */
export function completed(known: ClusterReport, { word, report, digests }: HeardReport) {
  return {
    completeAt: word.order.at,
    completeSequence: word.order.sequence,
    reportDigest: report.reportDigest,
    itemsDigest: digests.whole,
    reconciler: withConfinement(report.reconciler, known.reconciler) ?? known.reconciler,
  }
}

/** The same, with the foreign ones, which are kept. */
async function keepComplete(
  scope: TenantScope,
  known: ClusterReport,
  heard: HeardReport,
  { foreign }: SortedItems,
) {
  const { cluster, foreignDigest: before } = known
  const { word, digests } = heard
  const foreignDigest = digestOf(foreign.map((item) => digests.items.get(item)!))
  if (foreignDigest !== before) {
    const items = foreign.map((item) => ({
      namespace: item.namespace,
      name: item.name,
      item: storedItem(item),
    }))
    await replaceForeign(scope, cluster, items, word.at)
  }
  return { ...completed(known, heard), foreignCount: foreign.length, foreignDigest }
}

export function countOlder(
  word: WordOrder,
  complete: WordOrder | null,
  pairs: Known['pairs'],
  ours: SortedItems['ours'],
): number {
  if (complete !== null && !isNewer(word, complete)) return ours.size
  const isOlder = (application: number) => {
    const pair = pairs.get(application)
    return pair !== undefined && !isNewer(word, pair.word)
  }
  return [...ours.keys()].filter(isOlder).length
}
