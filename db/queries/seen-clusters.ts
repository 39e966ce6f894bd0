// When clusters were last heard of, by their names, and which of them became something else with time alone.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { STATES } from '#lib/domain/observed/states.ts'
import { readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'

const seenCluster = z.strictObject({ name: z.string(), at: z.date(), intervalS: z.int() })
type SeenCluster = z.infer<typeof seenCluster>

/** Of the clusters with these names, or of all (null): those that never reported are left out. */
export async function readSeenByName(
  { tx, tenant }: TenantScope,
  names: readonly string[] | null,
): Promise<SeenCluster[]> {
  const named = names === null ? sql`true` : sql`k.name = any(${sql.param(names)}::text[])`
  return readRows(tx, seenCluster)`
    select k.name, c.seen_at as at, c.interval_s as "intervalS" from revisions k
    join cluster_reports c on c.tenant = ${tenant} and c.cluster = k.object
    where k.tenant = ${tenant} and k.kind = 'cluster' and k.ended is null and ${named}`
}

const turnedCluster = z.strictObject({ name: z.string() })

/** The clusters, at most so many, with placements whose state became another between two instants without a word. */
export async function readTurnedLater(
  { tx, tenant }: TenantScope,
  after: Date,
  until: Date,
  limit: number,
): Promise<string[]> {
  const [from, to] = [after.toISOString(), until.toISOString()]
  const rows = await readRows(tx, turnedCluster)`
    select distinct k.name from observations o
    join revisions k on k.tenant = ${tenant} and k.kind = 'cluster' and k.object = o.cluster_id
      and k.ended is null
    where o.tenant = ${tenant} and o.later_state = any(${sql.param(STATES)}::text[])
      and o.later_at > ${from}::timestamptz and o.later_at <= ${to}::timestamptz
    limit ${limit}`
  return rows.map(({ name }) => name)
}
