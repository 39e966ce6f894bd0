// How many rows a tenant has in each table that a write can touch.
import { sql } from 'drizzle-orm'
import { inTenant } from '#db/client.ts'
import type { TestApi } from './api.ts'

const TABLES = [
  'revisions',
  'labels',
  'placements',
  'placements_past',
  'changes',
  'publications',
  'branches',
  'cluster_branches',
  'idempotency_keys',
  'team_requests',
  'role_grants',
  'cluster_reports',
  'observations',
  'foreign_applications',
  'observed_turns',
  'observed_syncs',
  'observed_pulls',
] as const

export async function countRows({ database, tenant }: TestApi): Promise<Record<string, number>> {
  const columns = TABLES.map(
    (table) => sql`(select count(*)::int from ${sql.raw(table)}) as ${sql.raw(table)}`,
  )
  const [row] = await inTenant(database, tenant.id, (tx) =>
    tx.execute<Record<string, number>>(sql`select ${sql.join(columns, sql`, `)}`),
  )
  return { ...row }
}
