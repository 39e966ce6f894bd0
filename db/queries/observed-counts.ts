// Reads what was counted by the hour or, where the hours aren't kept any more, by the day.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import {
  addedCounts,
  type CountedBy,
  type CountedMetric,
  type Gauge,
  type GroupedCounts,
  type KeptCounts,
  type Sum,
} from '#lib/domain/observed/counted.ts'
import { readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'

type CountsOf<Metric extends CountedMetric> = {
  readonly metric: Metric
  /** `team`: each team is a group. */
  readonly by: CountedBy | 'team'
  /** Only what these teams' applications did; null: everybody's. */
  readonly teams: readonly string[] | null
}

/** As of an instant, what was counted then or, if that was between two countings, before. */
export type CountsAt = { readonly at: Date; readonly groups: GroupedCounts }

/** What happened from an instant until before another: in an hour or in a day. */
export type CountsOver = { readonly from: Date; readonly to: Date; readonly counts: KeptCounts }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const countedAt = z.strictObject({ place: z.int(), at: z.date().nullable(), isDay: z.boolean() })

/** How it was at some instants, in their order; null: it wasn't counted. Null of all: that is too much to be read at once. */
export async function readCounts(
  scope: TenantScope,
  query: CountsOf<Gauge> & { readonly instants: readonly Date[] },
): Promise<(CountsAt | null)[] | null> {
  const { metric, instants } = query
  const last = (table: string) => sql`
    (select at, ${table === 'observed_days'} as is_day from ${sql.identifier(table)}
      where ${isMarker(scope, metric)} and at <= asked.instant and at > asked.instant - asked.reach
      order by at desc limit 1)`
  const counted = await readRows(scope.tx, countedAt)`
    select asked.place::int as place, counted.at, coalesce(counted.is_day, false) as "isDay"
    from (
      select instant::timestamptz as instant, place, ${reachOf(sql`instant::timestamptz`)} as reach
      from unnest(${sql.param(instants.map(textOf))}::text[]) with ordinality as u(instant, place)
    ) asked
    left join lateral (
      select * from (${last('observed_hours')} union all ${last('observed_days')}) either
      order by at desc, is_day limit 1
    ) counted on true
    order by asked.place`
  const isAt = (isDay: boolean) =>
    isAnyOf(
      counted.flatMap(({ at, ...each }) =>
        at !== null && each.isDay === isDay ? [{ to: at }] : [],
      ),
    )
  const hours = await readKept(scope, query, 'observed_hours', isAt(false))
  const days = await readKept(scope, query, 'observed_days', isAt(true))
  if (hours === null || days === null) return null
  return counted.map(({ at, isDay }) => {
    if (at === null) return null
    return { at, groups: addedCounts([(isDay ? days : hours).get(at.getTime()) ?? []]) }
  })
}

/** For how long a count stands for what comes after it: what is older than two days may be counted once a day. */
function reachOf(at: SQL): SQL {
  return sql`case when ${at} > now() - interval '46 hours' then interval '2 hours'
    else interval '24 hours' end`
}

const span = z.strictObject({ to: z.date(), isDay: z.boolean() })

/**
 * What happened since the first of some steps began, until before an instant: in pieces of which none is in two steps, oldest
 * first. What wasn't counted is left out. Null: that is too much to be read at once.
 */
export async function readSums(
  scope: TenantScope,
  query: CountsOf<Sum> & { readonly begins: readonly Date[]; readonly to: Date },
): Promise<CountsOver[] | null> {
  const { metric, begins, to } = query
  const from = begins[0]!
  const within = (length: string) => sql`${isMarker(scope, metric)}
    and at - ${length}::interval >= ${textOf(from)}::timestamptz and at <= ${textOf(to)}::timestamptz`
  const counted = await readRows(scope.tx, span)`
    select at as "to", false as "isDay" from observed_hours
      where ${within('1 hour')} and at > ${textOf(from)}::timestamptz
    union all
    select at, true from observed_days where ${within('1 day')}
    order by 1, 2`
  const spans = hoursOrDays(counted, begins)
  const isAt = (isDay: boolean) => isAnyOf(spans.filter((each) => each.isDay === isDay))
  const hours = await readKept(scope, query, 'observed_hours', isAt(false))
  const days = await readKept(scope, query, 'observed_days', isAt(true))
  if (hours === null || days === null) return null
  return spans.map(({ to: end, isDay }) => ({
    from: new Date(end.getTime() - (isDay ? DAY_MS : HOUR_MS)),
    to: end,
    counts: (isDay ? days : hours).get(end.getTime()) ?? [],
  }))
}

type Span = z.infer<typeof span>

function isAnyOf(spans: readonly Pick<Span, 'to'>[]): SQL {
  return sql`at = any(${sql.param(spans.map(({ to }) => textOf(to)))}::text[]::timestamptz[])`
}

/** Each time once: a day stands for its hours if it is within one step, or if they aren't all kept. */
function hoursOrDays(counted: readonly Span[], begins: readonly Date[]): Span[] {
  const hours = new Set(counted.filter(({ isDay }) => !isDay).map(({ to }) => to.getTime()))
  const divided = new Set(
    begins
      .map((begin) => begin.getTime())
      .filter((at) => at % DAY_MS !== 0)
      .map(endOfDay),
  )
  const hoursOf = (day: number) =>
    Array.from({ length: 24 }, (_, index) => day - index * HOUR_MS).filter((at) => hours.has(at))
  const covered = new Set<number>()
  const days = counted.filter(({ to, isDay }) => {
    const kept = isDay ? hoursOf(to.getTime()) : []
    if (!isDay || (kept.length === 24 && divided.has(to.getTime()))) return false
    for (const at of kept) covered.add(at)
    return true
  })
  const rest = counted.filter(({ to, isDay }) => !isDay && !covered.has(to.getTime()))
  return [...days, ...rest].sort((a, b) => a.to.getTime() - b.to.getTime())
}

/** Days end at midnight of UTC. */
function endOfDay(at: number): number {
  return Math.ceil(at / DAY_MS) * DAY_MS
}

const countsRow = z.strictObject({
  at: z.date(),
  team: z.string(),
  // By a cluster a year has half a million of them: what the counting wrote isn't checked again.
  counts: z.custom<KeptCounts>(),
})

/** In bytes as stored, which is several times less than in memory. */
const READ_MAX = 4_000_000

const sizeRow = z.strictObject({ size: z.int() })

/** What is kept of each time, of the teams together; null: too much. */
async function readKept(
  scope: TenantScope,
  query: CountsOf<CountedMetric>,
  table: 'observed_hours' | 'observed_days',
  isMeant: SQL,
): Promise<ReadonlyMap<number, KeptCounts> | null> {
  const { metric, by } = query
  const those = sql`from ${sql.identifier(table)}
    where tenant = ${scope.tenant} and metric = ${metric} and by = ${by === 'team' ? '' : by}
      and ${isOfTeams(scope, query)} and ${isMeant}`
  const [sum] = await readRows(scope.tx, sizeRow)`
    select least(coalesce(sum(pg_column_size(counts)), 0), 2e9)::int as size ${those}`
  if (sum!.size > READ_MAX) return null
  const rows = await readRows(scope.tx, countsRow)`select at, team, counts ${those}`
  const byTime = Map.groupBy(rows, ({ at }) => at.getTime())
  const ofRow = ({ team, counts }: (typeof rows)[number]) =>
    by === 'team' ? ofTeam(counts, team) : counts
  return new Map([...byTime].map(([time, same]) => [time, same.flatMap(ofRow)]))
}

function ofTeam(kept: KeptCounts, team: string): KeptCounts {
  return kept.map(([names, groups]) => [names, groups.map(([, counts]) => [team, counts])])
}

/**
 * Whether a row is of the teams that are asked for. A deleted team's name can be used again, and readers of the new team see
 * nothing of the old one.
 */
function isOfTeams({ tenant }: TenantScope, { by, teams }: CountsOf<CountedMetric>): SQL {
  if (teams === null) return by === 'team' ? sql`team <> ''` : sql`team = ''`
  return sql`team = any(${sql.param(teams)}::text[]) and at >= ((
    select jsonb_object_agg(t.name, born.at) from revisions t cross join lateral (
      select c.at from revisions first join changes c on c.tenant = ${tenant} and c.id = first.began
      where first.tenant = ${tenant} and first.kind = 'team' and first.object = t.object
      order by first.began limit 1) born
    where t.tenant = ${tenant} and t.kind = 'team' and t.name = any(${sql.param(teams)}::text[])
      and t.ended is null
  ) ->> team)::timestamptz`
}

/** The rows that say when a metric was counted. */
function isMarker({ tenant }: TenantScope, metric: CountedMetric): SQL {
  return sql`tenant = ${tenant} and metric = ${metric} and by = '' and team = ''`
}

function textOf(at: Date): string {
  return at.toISOString()
}
