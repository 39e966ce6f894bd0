// Receives what clusters say again. Most words of clusters are such, so those that come at the same time are taken in together,
// by one statement, which trusts what this process remembers of the clusters as far as that still holds, or after what is known
// of them was read. What is lost of them when the database is killed, clusters say again a minute later.
import { eachAlone, inTenant } from '#db/client.ts'
import {
  type ClusterReport,
  type KnownReport,
  readKnownReports,
  updateClusterReport,
} from '#db/queries/cluster-reports.ts'
import { keepRepeated, type RepeatedRow } from '#db/queries/heard-again.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { ReceivedReport } from '#lib/domain/observed/reported.ts'
import { heard, type Heard } from '#lib/domain/observed/word.ts'
import { defineRecord, type GatheredIn } from '../define.ts'
import { endsSilence, followsTheLast, hear, seenWith } from './heard.ts'
import type { LastText } from './last-texts.ts'
import { jittered } from './next-report.ts'
import { type ClusterName, loadOwnReport } from './own-report.ts'
import type { ReportAnswer, TakenReport } from './take-report.ts'
import { tellOfWord } from './tell.ts'

type RepeatedReport = ClusterName & {
  readonly report: Pick<ReceivedReport, 'observedAt' | 'sentAt' | 'sequence' | 'reportDigest'>
  readonly last: LastText
}

/**
 * Receives a report whose text says what that of the last one said, as far as this process knows. Null: that isn't what is known
 * of the cluster any more, so the report has to be read, and received as any other.
 */
export const repeatReportUseCase = defineRecord<RepeatedReport, ReportAnswer | null>({
  name: 'reports.repeat',
  oneIn: 10,
  load: loadOwnReport,
  together: async (gathered, reports) => {
    const repetitions = await repeatTogether(
      gathered,
      reports.map(({ cluster, report, last }) => ({
        cluster,
        said: report,
        isLast: ({ itemsDigest }) => itemsDigest === last.whole,
        keeps: () => ({ completeSequence: report.sequence, reportDigest: report.reportDigest }),
      })),
    )
    return repetitions.map((repetition, index) => {
      if (repetition === null) return null
      const { foreign, nextS } = repetition
      const { received } = reports[index]!.last
      return { received, changed: 0, filled: 0, foreign, ignored: 0, next_s: nextS }
    })
  },
  run: async () => null,
})

export type RepeatedWord = ClusterName & {
  readonly said: Pick<ReceivedReport, 'observedAt' | 'sentAt' | 'sequence'>
  /** Whether it says what the last complete report said. */
  readonly isLast: (known: ClusterReport) => boolean
  /** What is known of that report from now on. */
  readonly keeps: (known: ClusterReport) => Pick<ClusterReport, 'completeSequence' | 'reportDigest'>
}

type Repetition = { readonly foreign: number; readonly nextS: number }
type Repetitions = ReadonlyMap<RepeatedWord, Repetition>

/**
 * Takes in what says the same as the last report, and follows it; null: something else, or another word is being taken in. Of
 * two words of a cluster only the first: the second isn't known to follow before that is kept.
 */
export async function repeatTogether(
  gathered: GatheredIn,
  words: readonly RepeatedWord[],
): Promise<readonly (Repetition | null)[]> {
  const first = new Map(words.toReversed().map((word) => [word.cluster, word]))
  const asRemembered = await keepAs(gathered, [...first.values()], remembered(gathered, first))
  const others = [...first.values()].filter((word) => !asRemembered.has(word))
  const asRead = await keepAs(gathered, others, await readKnown(gathered, others))
  return words.map((word) => asRemembered.get(word) ?? asRead.get(word) ?? null)
}

type Known = ReadonlyMap<string, KnownReport>

function remembered(
  { services: { knownReports }, tenant }: GatheredIn,
  words: ReadonlyMap<string, RepeatedWord>,
): Known {
  return new Map(
    [...words.keys()].flatMap((cluster) => {
      const known = knownReports.find(tenant.id, cluster)
      return known ? [[cluster, known]] : []
    }),
  )
}

async function readKnown(
  { services: { database }, tenant }: GatheredIn,
  words: readonly RepeatedWord[],
): Promise<Known> {
  if (words.length === 0) return new Map()
  const clusters = words.map(({ cluster }) => cluster)
  return inTenant(
    database,
    tenant.id,
    (tx) => readKnownReports({ tx, tenant: tenant.id }, clusters),
    { readOnly: true, isRecord: true, plansOnce: true },
  )
}

/** Takes in those that repeat what is known, as far as it still holds; in one round trip, as they hold up others. */
async function keepAs(
  gathered: GatheredIn,
  words: readonly RepeatedWord[],
  reports: Known,
): Promise<Repetitions> {
  const { services, tenant } = gathered
  const receivedAt = services.clock()
  const repeated = words.flatMap((word) => {
    const known = reports.get(word.cluster)
    const said = known && follow(known, word, receivedAt)
    return known && said ? [{ word, known, row: rowAfter(known, word, said, receivedAt) }] : []
  })
  if (repeated.length === 0) return new Map()
  const tx = eachAlone(services.database, tenant.id, KEPT_LIGHTLY)
  const rows = repeated.map(({ row }) => row)
  const kept = new Map(
    (await keepRepeated({ tx, tenant: tenant.id }, rows)).map((row) => [row.cluster, row]),
  )
  return new Map(
    repeated.flatMap(({ word, known, row }) => {
      const now = kept.get(known.cluster)
      const { cluster } = word
      if (now === undefined) {
        services.knownReports.forget(tenant.id, cluster)
        return []
      }
      const { silentFrom: _, ...said } = row
      const { wantedIntervalS, version } = now
      const after = { ...known, ...said, intervalS: wantedIntervalS, wantedIntervalS, version }
      services.knownReports.note(tenant.id, cluster, after)
      const told = { known: after, seenAt: after.seenAt, receivedAt, saysNews: false }
      tellOfWord({ ...gathered, afterCommit: atOnce }, cluster, { before: known, ...told })
      return [[word, { foreign: known.foreignCount, nextS: jittered(wantedIntervalS) }]]
    }),
  )
}

/** A cluster says again a minute later what is lost. */
const KEPT_LIGHTLY = { isRecord: true, plansOnce: true, mayBeLost: true }

const atOnce = (effect: () => void) => effect()

function rowAfter(
  known: KnownReport,
  word: RepeatedWord,
  said: Heard,
  receivedAt: Date,
): RepeatedRow {
  const { cluster, version, intervalS, seenAt } = known
  return {
    cluster,
    version,
    intervalS,
    ...seenWith(known, said, receivedAt),
    completeAt: said.order.at,
    ...word.keeps(known),
    silentFrom: endsSilence(known, said, receivedAt) ? seenAt : null,
  }
}

/** The word in time; null: it says something else, or is older. */
function follow(known: ClusterReport, { said, isLast }: RepeatedWord, receivedAt: Date) {
  const word = heard(said, receivedAt, known.clockOffsetMs)
  return isLast(known) && followsTheLast(known, word, { isComplete: true }) ? word : null
}

/** Takes in a report that says the same as the last one, and follows it. */
export async function hearAgain(
  scope: TenantScope,
  known: ClusterReport,
  word: Heard,
  { reportDigest }: Pick<ReceivedReport, 'reportDigest'>,
  receivedAt: Date,
): Promise<TakenReport> {
  const seen = await hear(scope, known, word, receivedAt)
  await updateClusterReport(scope, known.cluster, {
    ...seen,
    completeAt: word.order.at,
    completeSequence: word.order.sequence,
    reportDigest,
  })
  const counts = { changed: 0, filled: 0, foreign: known.foreignCount, ignored: 0 }
  return { counts, seenAt: seen.seenAt, saysNews: false }
}
