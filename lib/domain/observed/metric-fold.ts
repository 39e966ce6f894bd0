// Takes in what a cluster's Prometheus sends: of counters how much more they count, by the hour, and of readings the newest.
// Told twice, late or in another order, nothing is ever counted twice.
import { bucketAbove, isRate, type KeptSamples, type Rate, RATES } from './metric-series.ts'
import {
  type HeardFrom,
  type Last,
  type Samples,
  takeCounts,
  takeReadings,
} from './take-samples.ts'

/** By name: the series of one key. */
export type Members = Readonly<Record<string, Last>>

export type KnownMetrics = {
  /** By target and what it tells of. */
  readonly targets: ReadonlyMap<string, HeardFrom>
  /** Of the keys that are told of, those that are known. */
  readonly keys: ReadonlyMap<string, Members>
  /** How many keys are known of the cluster in all. */
  readonly keyCount: number
}

/** How often what happened in an hour; a count below 0 is to be made whole by what is still to come. */
export type HourCounts = Partial<Record<Rate, Readonly<Record<string, number>>>>

export type FoldedMetrics = Omit<KnownMetrics, 'keys'> & {
  /** Those that are to be kept. */
  readonly changed: ReadonlyMap<string, Members>
  /** To be added, by the end of the hour in milliseconds. */
  readonly hours: ReadonlyMap<number, HourCounts>
  /** Of how many samples something newer was known, or all too old. */
  readonly older: number
  /** How many samples are of the future, so that nobody knows of which hour they are. */
  readonly ahead: number
  /** How many samples aren't kept because the cluster has too many series. */
  readonly beyond: number
}

/** Of what a cluster tells; 20,000 Applications have three each. */
const KEYS_MAX = 60_000
/** Each process that is started anew is another one, of up to six kinds; those that are silent for long are forgotten. */
const TARGETS_MAX = 1000
const HOUR_MS = 3_600_000
/** What is older belongs to hours that may not be counted again. */
const AGE_MAX_MS = 48 * HOUR_MS
/** Clocks differ by less, or have to be put right: so far ahead Prometheus takes samples, too. */
const AHEAD_MAX_MS = 600_000
/** So much more in an hour is no count of anything that happens on a cluster, and sums of it can't be kept. */
const COUNT_MAX = 1e9

/** What becomes of what is known of a cluster, at an instant in milliseconds. */
export function foldMetrics(
  known: KnownMetrics,
  told: readonly KeptSamples[],
  now: number,
): FoldedMetrics {
  const fold = new Fold(known, now)
  for (const series of told) fold.add(series)
  return fold
}

class Fold implements FoldedMetrics {
  readonly #known: KnownMetrics
  readonly #now: number
  readonly targets: Map<string, HeardFrom>
  readonly changed = new Map<string, Members>()
  readonly hours = new Map<number, SumsOfHour>()
  keyCount: number
  older = 0
  ahead = 0
  beyond = 0

  constructor(known: KnownMetrics, now: number) {
    this.#known = known
    this.#now = now
    this.targets = new Map(known.targets)
    this.keyCount = known.keyCount
  }

  add(series: KeptSamples): void {
    const family = `${series.target} ${series.of}`
    const members = this.changed.get(series.key) ?? this.#known.keys.get(series.key)
    const heard = this.targets.get(family)
    const isNew = members === undefined && this.keyCount >= KEYS_MAX
    if (isNew || (heard === undefined && this.targets.size >= TARGETS_MAX)) {
      this.beyond += series.samples.length / 2
      return
    }
    const { last, span } = this.#take(series, family, lastOf(members, series.name))
    if (span !== null) this.targets.set(family, widened(heard, span))
    if (last === null || last === lastOf(members, series.name)) return
    if (members === undefined) this.keyCount += 1
    this.changed.set(series.key, { ...members, [series.name]: last })
  }

  #take({ of, name, says, samples: sent }: KeptSamples, family: string, known: Last | null) {
    const samples = inOrder(sent, this.#now + AHEAD_MAX_MS)
    this.ahead += sent.length / 2 - samples.length
    const before = this.#known.targets.get(family) ?? null
    const oldest = this.#now - AGE_MAX_MS
    if (!isRate(of)) {
      const taken = takeReadings(says, samples, known, before, oldest)
      this.older += taken.older
      return taken
    }
    const taken = takeCounts(samples, known, before, oldest)
    this.older += taken.older
    // Also that it counted nothing more.
    for (const at of hoursTold(samples, taken.span)) this.#count(at, of, name, 0)
    for (const [at, count] of taken.more) this.#count(at, of, name, count)
    return taken
  }

  #count(at: number, rate: Rate, name: string, count: number): void {
    const end = (Math.floor(at / HOUR_MS) + 1) * HOUR_MS
    const counts = this.hours.get(end) ?? {}
    this.hours.set(end, counts)
    addCount(counts, rate, name, count)
    // Each bucket holds all shorter ones, too.
    const above = rate === 'reconcile_duration' ? bucketAbove(name) : null
    if (above !== null) addCount(counts, rate, above, -count)
  }
}

/** An instant of each hour of which samples between two told. */
function hoursTold(samples: Samples, span: HeardFrom | null): readonly number[] {
  if (span === null) return []
  const [first, last] = span
  if (Math.floor(first / HOUR_MS) === Math.floor(last / HOUR_MS)) return [last]
  const told = samples.filter(([at, value]) => first <= at && at <= last && value >= 0)
  return [...new Map(told.map(([at]) => [Math.floor(at / HOUR_MS), at])).values()]
}

function lastOf(members: Members | undefined, name: string): Last | null {
  return members !== undefined && Object.hasOwn(members, name) ? members[name]! : null
}

/** The counts of an hour with more of them, as they can be kept and added to those of other clusters. */
export function addedToHour(counts: HourCounts, more: HourCounts): HourCounts {
  const sums: SumsOfHour = {}
  for (const part of [counts, more]) {
    for (const rate of RATES) {
      for (const [name, count] of Object.entries(part[rate] ?? {})) {
        addCount(sums, rate, name, count)
      }
    }
  }
  return sums
}

type SumsOfHour = Partial<Record<Rate, Record<string, number>>>

function addCount(sums: SumsOfHour, rate: Rate, name: string, count: number): void {
  const ofRate = (sums[rate] ??= {})
  const sum = (ofRate[name] ?? 0) + count
  ofRate[name] = Math.max(-COUNT_MAX, Math.min(COUNT_MAX, sum))
}

/** Those up to an instant. */
function inOrder(samples: readonly number[], newest: number): Samples {
  const pairs: [number, number][] = []
  for (let index = 0; index < samples.length; index += 2) {
    const at = samples[index]!
    if (at <= newest) pairs.push([at, samples[index + 1]!])
  }
  return pairs.length > 1 ? pairs.sort(([a], [b]) => a - b) : pairs
}

function widened(one: HeardFrom | undefined, [first, last]: HeardFrom): HeardFrom {
  return one === undefined ? [first, last] : [Math.min(one[0], first), Math.max(one[1], last)]
}
