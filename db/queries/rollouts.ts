// Rollouts and their waves.
import { and, asc, desc, eq, getTableColumns, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Actor } from '#lib/domain/access/actor.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { readRow, readRows } from '../rows.ts'
import { announcedVersions } from '../schema/version.ts'
import { rollouts, rolloutWaves } from '../schema/rollout.ts'
import { holds, isAnyOf } from './conditions.ts'
import { countRows } from './count-rows.ts'
import type { TenantScope } from './scope.ts'

type Stored = Readonly<Omit<typeof rollouts.$inferSelect, 'tenant'>>
export type RolloutRow = Stored & {
  /** Of the announced version; null: it has no name, or it is none. */
  readonly versionName: string | null
  readonly commit: string | null
  /** The newest rollout that takes or took it back; null: none does. */
  readonly rolledBackBy: number | null
  /** The rollout that ended it by starting; null: none did. */
  readonly supersededBy: number | null
}
export type WaveRow = Readonly<Omit<typeof rolloutWaves.$inferSelect, 'tenant' | 'rollout'>>

const { tenant: _tenant, ...rolloutColumns } = getTableColumns(rollouts)
const shown = {
  ...rolloutColumns,
  versionName: announcedVersions.name,
  commit: announcedVersions.commit,
  rolledBackBy: sql<number | null>`(select max(b.id) from rollouts b
    where b.tenant = ${rollouts.tenant} and b.rolls_back = ${rollouts.id} and b.state in ('running', 'paused', 'completed'))`,
  // Of an application in an environment one is under way at most: the next one is the one that ended it.
  supersededBy: sql<number | null>`case when ${rollouts.state} = 'superseded' then (
    select min(n.id) from rollouts n where n.tenant = ${rollouts.tenant}
      and n.application_id = ${rollouts.applicationId} and n.environment = ${rollouts.environment}
      and n.id > ${rollouts.id}) end`,
}
const { tenant: _ofWave, rollout: _wavesRollout, ...waveColumns } = getTableColumns(rolloutWaves)

export type NewRollout = Omit<
  Stored,
  | 'id'
  | 'state'
  | 'cause'
  | 'endedAt'
  | 'actorKind'
  | 'actorId'
  | 'actorName'
  | 'actorEmail'
  | 'resumedAt'
  | 'failingSince'
  | 'waiting'
> & { readonly actor: Actor }

/** Adds a running rollout with the next number; the tenant is locked. */
export async function insertRollout(
  { tx, tenant }: TenantScope,
  { actor, ...rollout }: NewRollout,
  waves: readonly WaveRow[],
): Promise<number> {
  const [row] = await tx
    .insert(rollouts)
    .values({
      ...rollout,
      tenant,
      id: sql`(select coalesce(max(id), 0) + 1 from ${rollouts} where ${eq(rollouts.tenant, tenant)})`,
      state: 'running',
      actorKind: actor.kind,
      actorId: actor.id,
      actorName: actor.name,
      actorEmail: actor.email,
    })
    .returning({ id: rollouts.id })
  const id = row!.id
  await tx.insert(rolloutWaves).values(waves.map((wave) => ({ ...wave, tenant, rollout: id })))
  return id
}

function selectRollouts({ tx }: TenantScope) {
  return tx
    .select(shown)
    .from(rollouts)
    .leftJoin(
      announcedVersions,
      and(
        eq(announcedVersions.tenant, rollouts.tenant),
        eq(announcedVersions.applicationId, rollouts.applicationId),
        eq(announcedVersions.number, rollouts.version),
      ),
    )
}

export async function findRollout(scope: TenantScope, id: number): Promise<RolloutRow | null> {
  const [row] = await selectRollouts(scope).where(holds(rollouts, { tenant: scope.tenant, id }))
  return row ?? null
}

/** Those of some numbers, in no order. */
export function findRollouts(scope: TenantScope, ids: readonly number[]): Promise<RolloutRow[]> {
  return selectRollouts(scope).where(
    and(holds(rollouts, { tenant: scope.tenant }), isAnyOf(rollouts.id, ids)),
  )
}

/** The one that is running or paused, of which there is at most one. */
export async function findUnfinished(
  { tx, tenant }: TenantScope,
  applicationId: number,
  environment: string,
): Promise<RolloutRow | null> {
  const [row] = await selectRollouts({ tx, tenant }).where(
    holds(rollouts, { tenant, applicationId, environment, endedAt: null }),
  )
  return row ?? null
}

/** The newest that was completed. */
export async function findLastCompleted(
  { tx, tenant }: TenantScope,
  applicationId: number,
  environment: string,
): Promise<RolloutRow | null> {
  const [row] = await selectRollouts({ tx, tenant })
    .where(holds(rollouts, { tenant, applicationId, environment, state: 'completed' }))
    .orderBy(sql`${rollouts.id} desc`)
    .limit(1)
  return row ?? null
}

const rolloutIdRow = z.strictObject({ id: z.int() })

/**
 * Of the newest rollouts that were completed, of each of some applications to an environment, those that were within so many
 * milliseconds and ask of a wave how its clusters are.
 */
export async function readLatelyCompleted(
  { tx, tenant }: TenantScope,
  pairs: readonly Pick<RolloutRow, 'applicationId' | 'environment'>[],
  withinMs: number,
  limit: number,
): Promise<number[]> {
  if (pairs.length === 0) return []
  const rows = await readRows(tx, rolloutIdRow)`
    select r.id from unnest(${sql.param(pairs.map(({ applicationId }) => applicationId))}::int[],
      ${sql.param(pairs.map(({ environment }) => environment))}::text[]) asked(application, environment)
    cross join lateral (
      select id, ended_at from rollouts where tenant = ${tenant}
        and application_id = asked.application and environment = asked.environment
        and state = 'completed'
      order by id desc limit 1) r
    where r.ended_at > clock_timestamp() - make_interval(secs => ${withinMs / 1000}) and exists (
      select from rollout_waves w where w.tenant = ${tenant} and w.rollout = r.id
        and w.rule->'after'->>'health' is not null)
    order by r.id limit ${limit}`
  return rows.map(({ id }) => id)
}

/** Those of an application that are running or paused. */
export function findAllUnfinished(
  { tx, tenant }: TenantScope,
  { applicationId }: { readonly applicationId: number },
): Promise<RolloutRow[]> {
  return selectRollouts({ tx, tenant })
    .where(holds(rollouts, { tenant, endedAt: null, applicationId }))
    .orderBy(rollouts.id)
}

/** Those of several applications that are running or paused. */
export function listUnfinishedOf(
  { tx, tenant }: TenantScope,
  applicationIds: readonly number[],
): Promise<Pick<RolloutRow, 'id' | 'applicationId' | 'environment' | 'version'>[]> {
  const { id, applicationId, environment, version } = rollouts
  return tx
    .select({ id, applicationId, environment, version })
    .from(rollouts)
    .where(and(holds(rollouts, { tenant, endedAt: null }), isAnyOf(applicationId, applicationIds)))
}

/** One to an environment that is running or paused; null: none is. */
export async function findUnfinishedTo(
  { tx, tenant }: TenantScope,
  environment: string,
): Promise<Pick<RolloutRow, 'id'> | null> {
  const [row] = await tx
    .select({ id: rollouts.id })
    .from(rollouts)
    .where(holds(rollouts, { tenant, environment, endedAt: null }))
    .orderBy(rollouts.id)
    .limit(1)
  return row ?? null
}

/** One of any of these applications that is running or paused; null: none is. */
export async function findUnfinishedOf(
  { tx, tenant }: TenantScope,
  applicationIds: readonly number[],
): Promise<Pick<RolloutRow, 'id' | 'applicationId'> | null> {
  const [row] = await tx
    .select({ id: rollouts.id, applicationId: rollouts.applicationId })
    .from(rollouts)
    .where(
      and(
        holds(rollouts, { tenant, endedAt: null }),
        isAnyOf(rollouts.applicationId, applicationIds),
      ),
    )
    .orderBy(rollouts.id)
    .limit(1)
  return row ?? null
}

/** Those of some that are running or paused. */
export async function readUnfinished(
  { tx, tenant }: TenantScope,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await tx
    .select({ id: rollouts.id })
    .from(rollouts)
    .where(and(holds(rollouts, { tenant, endedAt: null }), isAnyOf(rollouts.id, ids)))
  return new Set(rows.map(({ id }) => id))
}

/** In their order. */
export function readWaves({ tx, tenant }: TenantScope, rollout: number): Promise<WaveRow[]> {
  return tx
    .select(waveColumns)
    .from(rolloutWaves)
    .where(holds(rolloutWaves, { tenant, rollout }))
    .orderBy(asc(rolloutWaves.wave))
}

/** Those of some rollouts, in their order. */
export function readWavesOf(
  { tx, tenant }: TenantScope,
  ids: readonly number[],
): Promise<(WaveRow & { readonly rollout: number })[]> {
  return tx
    .select({ ...waveColumns, rollout: rolloutWaves.rollout })
    .from(rolloutWaves)
    .where(and(holds(rolloutWaves, { tenant }), isAnyOf(rolloutWaves.rollout, ids)))
    .orderBy(asc(rolloutWaves.rollout), asc(rolloutWaves.wave))
}

export type RolloutUpdate = Pick<
  Stored,
  | 'state'
  | 'cause'
  | 'confirmed'
  | 'dueAt'
  | 'waiting'
  | 'seq'
  | 'resumedAt'
  | 'endedAt'
  | 'autoAfter'
>

export async function updateRollout(
  { tx, tenant }: TenantScope,
  id: number,
  update: RolloutUpdate,
): Promise<void> {
  await tx.update(rollouts).set(update).where(holds(rollouts, { tenant, id }))
}

export async function updateWave(
  { tx, tenant }: TenantScope,
  rollout: number,
  { wave, name: _name, rule: _rule, planned: _planned, ...update }: WaveRow,
): Promise<void> {
  await tx.update(rolloutWaves).set(update).where(holds(rolloutWaves, { tenant, rollout, wave }))
}

export type RolloutQuery = {
  /** Those of these teams; null: of every team. */
  readonly teams: readonly string[] | null
  readonly namespace: string | null
  readonly application: string | null
  readonly environment: string | null
  readonly state: RolloutRow['state'] | null
  /** Only those that gave this cluster the version, by its id; null: all. */
  readonly cluster: number | null
}

/** Newest first; `after`: the number of the last one of the page before. */
export function listRollouts(
  scope: TenantScope,
  query: RolloutQuery,
  { after, limit }: { readonly after: number | null; readonly limit: number },
): Promise<RolloutRow[]> {
  return selectRollouts(scope)
    .where(and(matching(scope, query), after === null ? undefined : lt(rollouts.id, after)))
    .orderBy(desc(rollouts.id))
    .limit(limit)
}

export function countRollouts(scope: TenantScope, query: RolloutQuery): Promise<Total> {
  return countRows(scope, sql`select from ${rollouts} where ${matching(scope, query)}`)
}

function matching(
  { tenant }: TenantScope,
  { teams, namespace: team, application, environment, state, cluster }: RolloutQuery,
) {
  const given = { team, application, environment, state }
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
  return and(
    holds(rollouts, { tenant, ...named }),
    teams === null ? undefined : isAnyOf(rollouts.team, teams),
    cluster === null
      ? undefined
      : sql`exists (
      select from ${rolloutWaves} w where w.tenant = ${rollouts.tenant} and w.rollout = ${rollouts.id}
        and length(w.released) > ${cluster >>> 3} and get_bit(w.released, ${cluster}) = 1)`,
  )
}

const countedRollouts = z.strictObject({ count: z.int() })

/** How many rollouts of an application there are. */
export async function countRolloutsOf(
  { tx, tenant }: TenantScope,
  applicationId: number,
): Promise<number> {
  const row = await readRow(tx, countedRollouts)`
    select count(*)::int as count from rollouts
    where tenant = ${tenant} and application_id = ${applicationId}`
  return row!.count
}
