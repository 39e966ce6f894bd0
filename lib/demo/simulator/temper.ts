// How the clusters of the demo behave, each by its place among them.
import type { TroubleKind } from './troubles.ts'

export type Temper = {
  /** Nothing is heard of it. */
  readonly isSilent: boolean
  /** By how many seconds it does everything later than others. */
  readonly lagS: number
  /** What is wrong with one of its applications for as long as nobody deploys another commit. */
  readonly lasting: TroubleKind | null
  /** How many times as long as usual it takes to read from Git there. */
  readonly repoServerSlowness: number
  /** Whether a Prometheus beside it writes its metrics. */
  readonly hasPrometheus: boolean
}

/** How many clusters report: a large fleet must not keep its own portal busy. */
export const REPORTING_MAX = 200

const EACH = 60
/** The last of the three never reports; the others fell silent. */
export const FELL_SILENT: readonly number[] = [23, 47]
export const NEVER_REPORTED = 59
const LAGGING: ReadonlyMap<number, number> = new Map([
  [6, 240],
  [20, 420],
  [34, 150],
  [50, 540],
])
const LASTING: ReadonlyMap<number, TroubleKind> = new Map([
  [3, 'failed'],
  [11, 'degraded'],
  [17, 'drifted'],
  [25, 'behind'],
  [31, 'uncomparable'],
  [38, 'degraded'],
  [42, 'drifted'],
  [52, 'progressing'],
])

const SLOW_REPO_SERVER = 13
const REGIONS = 6

/** How the cluster at a place among the demo's clusters behaves. */
export function temperOf(place: number): Temper {
  const of = place % EACH
  return {
    isSilent: of === NEVER_REPORTED || FELL_SILENT.includes(of),
    lagS: LAGGING.get(of) ?? 0,
    lasting: LASTING.get(of) ?? null,
    repoServerSlowness: of === SLOW_REPO_SERVER ? 9 : 1,
    // One of three, in each region and each environment.
    hasPrometheus: (of + Math.floor(of / REGIONS)) % 3 === 0,
  }
}
