// Scores of clusters, which picks may prefer.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Score, Scores } from '#lib/domain/decisions/score.ts'
import { readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'

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
  const scores = new Map<number, Map<string, Score>>()
  for (const { cluster, name, value, until } of rows) {
    const known = scores.get(cluster) ?? new Map<string, Score>()
    scores.set(cluster, known.set(name, { value, until }))
  }
  return scores
}
