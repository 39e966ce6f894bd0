// Rollouts that somebody has to do something about: those that are paused, and those of whose clusters too many are failing although
// they were completed.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { DAY_MS } from '#lib/domain/observed/time-zone.ts'
import { PAUSE_CAUSES } from '#lib/domain/rollouts/rollout.ts'
import { readRow, readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'
import { isNamed } from './team-reach.ts'

const isWatched = sql`r.state = 'completed'
  and r.ended_at > clock_timestamp() - make_interval(secs => ${DAY_MS / 1000}::int)`

const anyRow = z.strictObject({ any: z.boolean() })

/** Whether any rollout was completed within a day. */
export async function isAnyWatched({ tx, tenant }: TenantScope): Promise<boolean> {
  const row = await readRow(tx, anyRow)`
    select exists (select from rollouts r where r.tenant = ${tenant} and ${isWatched}) as any`
  return row!.any
}

const idRow = z.strictObject({ id: z.int() })

/** Notes which of the completed rollouts are failing by now. What is `unknown` stays as it was. Answers those of which that is another. */
export async function noteFailing(
  { tx, tenant }: TenantScope,
  {
    failing,
    unknown,
  }: { readonly failing: readonly number[]; readonly unknown: readonly number[] },
): Promise<readonly number[]> {
  const rows = await readRows(tx, idRow)`
    update rollouts r set failing_since = case when r.id = any(${sql.param(failing)}::int[])
      then date_trunc('milliseconds', clock_timestamp()) end
    where r.tenant = ${tenant} and (
      r.failing_since is null and r.state = 'completed' and r.id = any(${sql.param(failing)}::int[])
      or r.failing_since is not null and r.id <> all(${sql.param([...failing, ...unknown])}::int[]))
    returning r.id`
  return rows.map(({ id }) => id)
}

/** Of one that is failing nothing is left to do while a later one is under way. */
const isTroubled = sql`(r.state = 'paused' or r.failing_since is not null and ${isWatched}
  and not exists (select from rollouts later where later.tenant = r.tenant
    and later.application_id = r.application_id and later.environment = r.environment
    and later.ended_at is null))`

function ofTeams(teams: readonly string[] | null): SQL {
  return teams === null ? sql`true` : isNamed(sql`r.team`, teams)
}

/** Of whom: those of some teams that the person may let go on, and their own of teams of which they see any. */
export type TroubledOf = {
  /** Null: every team's. */
  readonly teams: readonly string[] | null
  readonly seenTeams: readonly string[] | null
  /** A principal, such as `person:…`. */
  readonly startedBy: string
}

const isOpenTrouble = sql`(r.state = 'paused' or r.failing_since is not null) and ${isTroubled}`

const environmentRow = z.strictObject({ environment: z.string() })

/** The environments of those that concern a person. */
export async function readTroubledEnvironments(
  { tx, tenant }: TenantScope,
  { teams, ...own }: TroubledOf,
): Promise<readonly string[]> {
  const rows = await readRows(tx, environmentRow)`
    select distinct r.environment from rollouts r
    where r.tenant = ${tenant} and ${isOpenTrouble} and (${ofTeams(teams)} or ${isOwn(own)})`
  return rows.map(({ environment }) => environment)
}

function isOwn({ seenTeams, startedBy }: Omit<TroubledOf, 'teams'>): SQL {
  return sql`(r.started_by = ${startedBy} and ${ofTeams(seenTeams)})`
}

const toldFields = {
  rollout: z.int(),
  /** Why it is paused; null: it isn’t. */
  cause: z.enum(PAUSE_CAUSES).nullable(),
  since: z.date(),
  team: z.string(),
  application: z.string(),
  environment: z.string(),
  version: z.int().nullable(),
  versionName: z.string().nullable(),
  /** Who paused it or, of one that somebody refused, who refused which wave; null: it isn’t paused. */
  by: z.string().nullable(),
  reason: z.string().nullable(),
  wave: z.string().nullable(),
  /** How many there are in all. */
  total: z.int(),
}

const toldColumns = sql`t.id as rollout, t.cause,
  coalesce(case when t.state = 'paused' then paused.at end, t.failing_since, t.started_at) as since,
  t.team, t.application, t.environment, t.version, v.name as "versionName",
  paused.by, paused.reason, paused.wave, t.total`

const toldOf = (tenant: number) => sql`left join lateral (
    select e.at, e.actor_name as by, e.reason, w.name as wave from rollout_events e
    left join rollout_waves w on w.tenant = ${tenant} and w.rollout = e.rollout and w.wave = e.wave
    where e.tenant = ${tenant} and e.rollout = t.id and t.state = 'paused'
      and e.code = case when t.cause = 'refused' then 'refused' else 'paused' end
    order by e.seq desc limit 1) paused on true
  left join announced_versions v on v.tenant = ${tenant}
    and v.application_id = t.application_id and v.number = t.version`

const troubledRow = z.strictObject(toldFields)
/** `cause` null: it was completed, and clusters are failing since. */
export type TroubledRollout = Readonly<z.infer<typeof troubledRow>>

/**
 * Those that concern a person: to some environments, which the person may let go on, and their own. First those that are failing,
 * and then the newest.
 */
export async function listTroubledRollouts(
  { tx, tenant }: TenantScope,
  {
    teams,
    environments,
    limit,
    ...own
  }: TroubledOf & { readonly environments: readonly string[]; readonly limit: number },
): Promise<readonly TroubledRollout[]> {
  return readRows(tx, troubledRow)`
    with t as (
      select r.*, count(*) over ()::int as total from rollouts r
      where r.tenant = ${tenant} and ${isOpenTrouble} and (${isOwn(own)} or ${ofTeams(teams)}
        and r.environment = any(${sql.param(environments)}::text[]))
      order by r.state = 'paused', r.id desc limit ${limit}
    )
    select ${toldColumns} from t ${toldOf(tenant)}
    order by t.state = 'paused', t.id desc`
}

const openRow = z.strictObject({ ...toldFields, waves: z.int(), done: z.int() })
/** `cause` null: it is running, `since` it started. */
export type OpenRollout = Readonly<z.infer<typeof openRow>>

/** The newest of those that somebody started and that are not over, with how many of their waves passed or were skipped. */
export function listOpenRolloutsOf(
  { tx, tenant }: TenantScope,
  { seenTeams, startedBy, limit }: Omit<TroubledOf, 'teams'> & { readonly limit: number },
): Promise<OpenRollout[]> {
  return readRows(tx, openRow)`
    with t as (
      select r.*, count(*) over ()::int as total from rollouts r
      where r.tenant = ${tenant} and r.ended_at is null and ${isOwn({ seenTeams, startedBy })}
      order by r.id desc limit ${limit}
    )
    select ${toldColumns}, waves.total as waves, waves.done from t ${toldOf(tenant)}
    cross join lateral (
      select count(*)::int as total,
        (count(*) filter (where w.state in ('passed', 'skipped')))::int as done
      from rollout_waves w where w.tenant = ${tenant} and w.rollout = t.id) waves
    order by t.id desc`
}
