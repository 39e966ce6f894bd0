// What a series can be of, and how that is made of what is counted by the hour.
import type { CountedMetric } from './counted.ts'
import { BOUNDS_S } from './durations.ts'
import { FRESHNESSES, type Freshness } from './freshness.ts'
import { RECONCILE_BOUNDS_S } from './metric-series.ts'
import { OUTCOMES } from './outcome.ts'
import { type State, STATES } from './states.ts'

export const UNITS = [
  'placements',
  'deployments',
  'seconds',
  'clusters',
  'syncs',
  'changes',
  'requests',
] as const
export type Unit = (typeof UNITS)[number]

/** The names of a series’ lines, and which of the counted names each adds up. */
type Lines = Readonly<Record<string, readonly string[]>>

export type Metric = {
  readonly unit: Unit
  /** Whether it is counted of everything and everybody alone; or of clusters and what these have in common. */
  readonly isOf?: 'everything' | 'clusters'
} & (
  | {
      /** How it was at an instant; or what happened in a time. */
      readonly counted: 'at' | 'over'
      /** Under what it is counted. */
      readonly from: CountedMetric
      readonly lines: Lines
      /** The line that is there even if it is always 0; the others are left out then. */
      readonly always: string
    }
  /** How long something took. */
  | {
      readonly counted: 'durations'
      readonly from: CountedMetric
      /** Up to how many seconds its buckets reach. */
      readonly bounds: readonly number[]
    }
)

const each = (names: readonly string[]): Lines =>
  Object.fromEntries(names.map((name) => [name, [name]]))

const PLACED = STATES.filter((state) => state !== 'leaving' && state !== 'orphaned')
const SILENT: readonly Freshness[] = FRESHNESSES.filter(
  (freshness) => freshness === 'stale' || freshness === 'none',
)
/** Whoever looks for drift has to know where nobody can tell. */
const DRIFT: readonly State[] = ['drifted', 'unknown']

const durations = (from: CountedMetric) =>
  ({ counted: 'durations', from, unit: 'seconds', bounds: BOUNDS_S }) as const

export const METRICS = {
  states: {
    unit: 'placements',
    counted: 'at',
    from: 'states',
    lines: each(STATES),
    always: 'healthy',
  },
  drift: {
    unit: 'placements',
    counted: 'at',
    from: 'states',
    lines: each(DRIFT),
    always: 'drifted',
  },
  placements: {
    unit: 'placements',
    counted: 'at',
    from: 'states',
    lines: { placements: PLACED },
    always: 'placements',
  },
  silent_clusters: {
    unit: 'clusters',
    counted: 'at',
    from: 'freshness',
    lines: { silent: SILENT },
    always: 'silent',
  },
  deployments: {
    unit: 'deployments',
    counted: 'over',
    from: 'deployments',
    lines: each(OUTCOMES),
    always: 'succeeded',
  },
  sync_outcomes: {
    unit: 'syncs',
    counted: 'over',
    from: 'sync_outcomes',
    lines: each(['succeeded', 'failed']),
    always: 'succeeded',
  },
  changes: {
    unit: 'changes',
    counted: 'over',
    from: 'changes',
    isOf: 'everything',
    lines: each(['changes']),
    always: 'changes',
  },
  sync_duration: durations('sync_duration'),
  save_to_commit: durations('save_to_commit'),
  commit_to_pulled: durations('commit_to_pulled'),
  pulled_to_healthy: durations('pulled_to_healthy'),
  reconcile_duration: {
    ...durations('reconcile_duration'),
    bounds: RECONCILE_BOUNDS_S,
    isOf: 'clusters',
  },
  syncs_by_phase: {
    unit: 'syncs',
    counted: 'over',
    from: 'syncs_by_phase',
    isOf: 'clusters',
    lines: { succeeded: ['Succeeded'], failed: ['Failed'], error: ['Error'] },
    always: 'succeeded',
  },
  git_requests: {
    unit: 'requests',
    counted: 'over',
    from: 'git_requests',
    isOf: 'clusters',
    lines: each(['fetch', 'ls-remote']),
    always: 'fetch',
  },
} as const satisfies Readonly<Record<string, Metric>>

export type MetricName = keyof typeof METRICS
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object of known keys
export const METRIC_NAMES = Object.keys(METRICS) as MetricName[]
