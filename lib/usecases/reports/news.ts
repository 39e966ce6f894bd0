// Receives reports that say little else than the last one of their cluster. Only that little is looked up, for all that come at
// the same time together, and kept in one transaction.
import type { ClusterReport } from '#db/queries/cluster-reports.ts'
import { type HeardRow, keepHeard } from '#db/queries/heard-again.ts'
import { readSomePairs, writePairs } from '#db/queries/observations.ts'
import { addSyncs, addTurns } from '#db/queries/observed-history.ts'
import { findApplications, readPlacedAmong } from '#db/queries/observed-wanted.ts'
import type { ReportedItem } from '#lib/domain/observed/reported.ts'
import { type Known, takeIn, type Taken } from '#lib/domain/observed/take-in.ts'
import { heard } from '#lib/domain/observed/word.ts'
import type { GatheredContext } from '../define.ts'
import type { Services } from '../services.ts'
import { completeWord, followsTheLast, hear, type HeardReport, lockFirst } from './heard.ts'
import type { News } from './last-reports.ts'
import { nextReportS } from './next-report.ts'
import { isNewsOfRoot } from './pulled.ts'
import { type DigestedReport, remember } from './received.ts'
import { isRootOf, namesIn, sortBy, storedItem } from './sort-items.ts'
import {
  completed,
  countOlder,
  digested,
  ofCluster,
  ownItemsOf,
  type ReportAnswer,
  saysMore,
  wantedBy,
} from './take-report.ts'
import { tellOfWord } from './tell.ts'

/** To look up few costs less than to look up all only where they are at most one in so many. */
const LITTLE_ONE_IN = 4
/** What comes together shall not wait long for each other. */
const LITTLE_MAX = 500

/** What a report says that the last one didn't, as far as this process knows and if that is little; null: it isn't, or nothing. */
export function littleNews(
  { lastReports }: Pick<Services, 'lastReports'>,
  tenant: number,
  { cluster, report: { isComplete, items }, digests }: DigestedReport,
): News | null {
  const news = isComplete ? lastReports.newsIn(tenant, cluster, digests) : null
  if (news === null || news.before === digests.whole) return null
  return news.changed.length <= Math.min(LITTLE_MAX, items.length / LITTLE_ONE_IN) ? news : null
}

/** Null of those that have to be looked at as a whole: by what is known, they say more than that little, or don't follow. */
export async function receiveNews(
  context: GatheredContext,
  reports: readonly DigestedReport[],
): Promise<readonly (ReportAnswer | null)[]> {
  const { scope, services } = context
  const known = await lockFirst(scope, reports)
  const receivedAt = services.clock()
  const tellings = [...known].flatMap(
    ([input, row]) => tellingOf(context, input, row, receivedAt) ?? [],
  )
  const taken = await takeLookedUp(context, await sortTellings(context, tellings))
  const answers = await keep(context, taken, receivedAt)
  return reports.map((report) => answers.get(report) ?? null)
}

type Telling = {
  readonly input: DigestedReport
  readonly known: ClusterReport
  readonly heard: HeardReport
  readonly changed: readonly ReportedItem[]
}

function tellingOf(
  { services, scope: { tenant } }: GatheredContext,
  input: DigestedReport,
  known: ClusterReport,
  receivedAt: Date,
): Telling | null {
  const { report, digests } = input
  const news = littleNews(services, tenant, input)
  const word = heard(report, receivedAt, known.clockOffsetMs)
  if (news?.before !== known.itemsDigest || !followsTheLast(known, word, report)) return null
  return { input, known, heard: { word, report, digests, receivedAt }, changed: news.changed }
}

type Sorted = Telling & {
  readonly root: ReportedItem | null
  readonly ours: ReadonlyMap<number, ReportedItem>
}

/** Those whose news are of our applications alone, and whose root says what it said. */
async function sortTellings(
  context: GatheredContext,
  tellings: readonly Telling[],
): Promise<readonly Sorted[]> {
  const owns = await ownItemsOf(
    context,
    tellings.map(({ known }) => known.cluster),
  )
  const ownOf = ({ known }: Telling) => owns.get(known.cluster)!
  const names = tellings.flatMap((telling) => namesIn(telling.changed, ownOf(telling)))
  const applications = await findApplications(context.scope, names)
  return tellings.flatMap((telling) => {
    const { changed, known, input } = telling
    const own = ownOf(telling)
    const { ours } = sortBy(applications, changed, own)
    const root = input.report.items.find((item) => isRootOf(own, item)) ?? null
    const isPulled = root === null || root.revision === known.pulledCommit
    return isPulled && ours.size === changed.length ? [{ ...telling, root, ours }] : []
  })
}

type TakenNews = Sorted & { readonly taken: Taken; readonly pairs: Known['pairs'] }

/** Those of applications that are placed and were there: the last report named all of them, and as many in all. */
async function takeLookedUp(
  { scope }: GatheredContext,
  sorted: readonly Sorted[],
): Promise<readonly TakenNews[]> {
  const ids = sorted.flatMap(({ known: { cluster }, ours }) =>
    [...ours.keys()].map((application) => ({ cluster, application })),
  )
  const [placedOn, pairsOn] = await Promise.all([
    readPlacedAmong(scope, ids),
    readSomePairs(scope, ids),
  ])
  return sorted.flatMap((each) => {
    const { known, heard: told, ours } = each
    const pairs = pairsOn.get(known.cluster) ?? new Map()
    const placed = wantedBy(placedOn.get(known.cluster) ?? [], known.pulledChange)
    const isThere = (application: number) =>
      placed.has(application) && (pairs.get(application)?.digest ?? null) !== null
    if (![...ours.keys()].every(isThere)) return []
    const { order, at } = told.word
    const word = { order, at, isComplete: true, items: digested(ours, told.digests) }
    const complete = completeWord(known)
    const taken = takeIn(word, { complete, pairs, placed, ended: new Set() })
    return [{ ...each, pairs, taken }]
  })
}

/** Sent one after the other, and answered together. */
async function keep(
  context: GatheredContext,
  all: readonly TakenNews[],
  receivedAt: Date,
): Promise<ReadonlyMap<DigestedReport, ReportAnswer>> {
  const { scope, services } = context
  const receipt = { receivedAt, keptDays: services.environment.observedDays }
  const of = <Row>(rowsOf: (taken: Taken) => readonly Row[]) =>
    all.flatMap(({ known: { cluster }, taken }) => ofCluster(cluster, rowsOf(taken)))
  const [rows, nextS, added] = await Promise.all([
    Promise.all(all.map((each) => heardRow(context, each))),
    Promise.all(all.map(({ known }) => nextReportS(scope, known))),
    addSyncs(
      scope,
      of(({ syncs }) => syncs),
      receipt,
    ),
    addTurns(
      scope,
      of(({ turns }) => turns),
      receipt,
    ),
    writePairs(scope, all.flatMap(observedIn)),
  ])
  await keepHeard(scope, rows)
  return new Map(
    all.map((each, index) => {
      const { input, known } = each
      const { received, counts, saysNews } = countsOf(each, added.get(known.cluster) ?? 0)
      const { seenAt } = rows[index]!
      remember(context, input)
      tellOfWord(context, input.cluster, { before: known, known, seenAt, receivedAt, saysNews })
      return [input, { received, ...counts, next_s: nextS[index]! }]
    }),
  )
}

function observedIn({ known: { cluster }, taken, ours }: TakenNews) {
  return [...taken.pairs].flatMap(([application, pair]) =>
    pair === null ? [] : [{ cluster, application, pair, item: storedItem(ours.get(application)!) }],
  )
}

/** What the row of the cluster says then. */
async function heardRow(
  { scope }: GatheredContext,
  { known, heard: told, root, taken }: TakenNews,
): Promise<HeardRow> {
  const { word, receivedAt } = told
  const row = { ...(await hear(scope, known, word, receivedAt)), ...completed(known, told) }
  const tellsOfRoot = root !== null && root.revision !== null && isNewsOfRoot(known, word.order)
  return {
    ...row,
    cluster: known.cluster,
    itemsDigest: taken.isUnsettled ? null : row.itemsDigest,
    pulledWord: tellsOfRoot ? word.order : null,
  }
}

function countsOf({ known, heard: told, ours, pairs, taken }: TakenNews, filled: number) {
  const counts = {
    changed: taken.pairs.size,
    filled,
    foreign: known.foreignCount,
    ignored: countOlder(told.word.order, completeWord(known), pairs, ours),
  }
  const saysNews = counts.changed > 0 || filled > 0 || saysMore(known, told, {})
  return { received: told.report.items.length, counts, saysNews }
}
