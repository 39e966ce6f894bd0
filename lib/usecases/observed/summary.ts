// What really runs, in counts by environment, team or whatever placements have in common.
import type { CountQuery } from '#db/queries/state-counts.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import type { Grouping } from '#lib/domain/fleet/grouping.ts'
import { exactly, type Total } from '#lib/domain/lists/total.ts'
import { FRESHNESSES, type Freshness } from '#lib/domain/observed/freshness.ts'
import { type State, type StateCounts, STATES, worstOf } from '#lib/domain/observed/states.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { asked, defineRead } from '../define.ts'
import { type Moment, type ObservedMoment, observedMoment, readMoment } from '../moment.ts'
import { countGroups } from './group-counts.ts'

export type SummaryInput = {
  readonly at: Moment
  /** Of a later page of an export: when the clusters were asked about for the first one. */
  readonly observed?: ObservedMoment | undefined
  readonly by: Grouping
  /** Only this team's applications; null: any. */
  readonly namespace: string | null
  /** How many groups come before this page. */
  readonly after: number | null
  readonly limit: number
}

export type StateGroup = {
  /** Null: those without such a label. */
  readonly key: string | null
  readonly counts: StateCounts
  /** Null: it has no placements. */
  readonly worst: State | null
  /** How many clusters are how fresh; null: that isn't kept of so long ago. */
  readonly freshness: Readonly<Record<Freshness, number>> | null
}

export type Summary = Total & {
  /** The worst first, then by key. */
  readonly items: readonly StateGroup[]
  readonly next: number | null
  readonly asOf: number
  readonly observed: ObservedMoment
}

export const observedSummaryUseCase = defineRead<SummaryInput, Summary>({
  name: 'observed.summary',
  // Of the past, it looks at every placement.
  isHeavy: () => true,
  load: () => asked({ kind: 'tenant' }),
  run: async (context, { at, by, namespace, after, limit, ...later }) => {
    const { change, asOf } = await readMoment(context, at)
    const observed = later.observed ?? observedMoment(context, at)
    const query: CountQuery = {
      change,
      ...observed,
      teams: readableTeams(context.actor),
      namespace,
    }
    const { states, freshness: clusters } = await countGroups(context, query, by)
    const keys = new Set([...states.keys(), ...(clusters?.keys() ?? [])])
    const groups = [...keys]
      .map((key): StateGroup => {
        const counts = states.get(key) ?? {}
        const freshness = clusters && withAll(clusters.get(key) ?? {})
        return { key, counts, worst: worstOf(counts), freshness }
      })
      .sort(worstFirst)
    const from = after ?? 0
    const end = from + limit
    return {
      items: groups.slice(from, end),
      next: end < groups.length ? end : null,
      ...exactly(groups.length),
      asOf,
      observed,
    }
  },
})

function withAll(counts: Partial<Record<Freshness, number>>): Record<Freshness, number> {
  const [fresh, late, stale, none] = FRESHNESSES.map((freshness) => counts[freshness] ?? 0)
  return { fresh: fresh!, late: late!, stale: stale!, none: none! }
}

function worstFirst(a: StateGroup, b: StateGroup): number {
  return placeOf(a) - placeOf(b) || compareText(a.key ?? '', b.key ?? '')
}

function placeOf({ worst }: StateGroup): number {
  return worst === null ? STATES.length : STATES.indexOf(worst)
}
