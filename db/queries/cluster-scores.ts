// Scores of clusters, which picks may prefer.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Score, Scores } from '#lib/domain/decisions/score.ts'
import { readRows } from '../rows.ts'
import { recordedAt } from './clock.ts'
import type { TenantScope } from './scope.ts'

/** Of the advisory locks of those who write scores. */
const WRITES = 731_205

const scoreRow = z.strictObject({
  cluster: z.int(),
  name: z.string(),
  value: z.number(),
  until: z.date(),
})

/** The scores of some names, also those that are over. */
export async function readScores(
  { tx, tenant }: TenantScope,
  names: readonly string[],
): Promise<Scores> {
  const rows = await readRows(tx, scoreRow)`
    select cluster, name, value, until from cluster_scores
    where tenant = ${tenant} and name = any(${sql.param(names)}::text[])`
  return scoresIn(rows)
}

function scoresIn(rows: readonly z.infer<typeof scoreRow>[]): Scores {
  const scores = new Map<number, Map<string, Score>>()
  for (const { cluster, name, value, until } of rows) {
    const known = scores.get(cluster) ?? new Map<string, Score>()
    scores.set(cluster, known.set(name, { value, until }))
  }
  return scores
}

/** The scores of some clusters that aren't over. */
export async function readLivingScores(
  { tx, tenant }: TenantScope,
  clusters: readonly number[],
): Promise<Scores> {
  return scoresIn(
    await readRows(tx, scoreRow)`
    select cluster, name, value, until from cluster_scores
    where tenant = ${tenant} and cluster = any(${sql.param(clusters)}::int[])
      and until > ${recordedAt} order by name`,
  )
}

/** Replaces the scores of a cluster. Of two who write at once, one waits for the other. */
export async function writeScores(
  { tx, tenant }: TenantScope,
  cluster: number,
  scores: ReadonlyMap<string, Score>,
): Promise<void> {
  const rows = [...scores].map(([name, { value, until }]) => ({ name, value, until }))
  await tx.execute(
    sql`select pg_advisory_xact_lock(${WRITES}, hashint8(${tenant}::int8 << 32 | ${cluster}::int8))`,
  )
  await tx.execute(sql`delete from cluster_scores where tenant = ${tenant} and cluster = ${cluster}
    and name <> all(${sql.param([...scores.keys()])}::text[])`)
  await tx.execute(sql`
    insert into cluster_scores (tenant, cluster, name, value, until)
    select ${tenant}::int, ${cluster}::int, name, value, until
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (name text, value float8, until timestamptz)
    on conflict (tenant, cluster, name) do update set value = excluded.value, until = excluded.until`)
}

/** Of one round. What is left goes with a later one. */
const DELETED_MAX = 10_000

/** Deletes what was over for a while, and scores of clusters that are no more. */
export async function deleteOldScores({ tx, tenant }: TenantScope): Promise<void> {
  await tx.execute(sql`
    delete from cluster_scores where tenant = ${tenant} and (cluster, name) in (
      select s.cluster, s.name from cluster_scores s
      where s.tenant = ${tenant} and (s.until < clock_timestamp() - interval '1 day'
        or not exists (select from revisions r where r.tenant = ${tenant} and r.kind = 'cluster'
          and r.object = s.cluster and r.ended is null))
      limit ${DELETED_MAX})`)
}
