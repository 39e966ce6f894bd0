// How many rows a tenant has in each table that a write can touch.
import { sql } from 'drizzle-orm'
import { inTenant } from '#db/client.ts'
import type { TestApi } from './api.ts'

/** Who asked, how often, and what was refused: requests that keep nothing leave rows here. */
export const NOTED = ['audit_events', 'audit_heads', 'people', 'rate_limits', 'sessions']

/** Counts in every table of the catalogue but those above. */
export async function countRows({ database, tenant }: TestApi): Promise<Record<string, number>> {
  const row = await inTenant(database, tenant.id, async (tx) => {
    const tables = await tx.execute<{ name: string }>(sql`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname not in ${NOTED}`)
    const counts = tables.map(({ name }) => {
      const table = sql.identifier(name)
      return sql`(select count(*)::int from ${table}) as ${table}`
    })
    const [counted] = await tx.execute<Record<string, number>>(
      sql`select ${sql.join(counts, sql`, `)}`,
    )
    return counted
  })
  return { ...row }
}
