// What a tenant has in each table that a write can touch.
import { type SQL, sql } from 'drizzle-orm'
import { inTenant } from '#db/client.ts'
import type { TestApi } from './api.ts'

/** Who asked, how often, and what was refused: requests that keep nothing leave rows here. */
export const NOTED = ['audit_events', 'audit_heads', 'people', 'rate_limits', 'sessions']

/** Counts in every table of the catalogue but those above. */
export function countRows(api: TestApi): Promise<Record<string, number>> {
  return ofEachTable<number>(api, (table) => sql`select count(*)::int from ${table}`)
}

/** A digest of all that is in each of these tables, but for tokens, which say when they were used last. */
export async function digestRows(api: TestApi): Promise<Record<string, string>> {
  const { tokens: _, ...digests } = await ofEachTable<string>(
    api,
    (table) =>
      sql`select md5(coalesce(string_agg(t::text, '/' order by t::text), '')) from ${table} t`,
  )
  return digests
}

async function ofEachTable<Value>(
  { database, tenant }: TestApi,
  query: (table: SQL) => SQL,
): Promise<Record<string, Value>> {
  const row = await inTenant(database, tenant.id, async (tx) => {
    const tables = await tx.execute<{ name: string }>(sql`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname not in ${NOTED}`)
    const values = tables.map(({ name }) => {
      const table = sql`${sql.identifier(name)}`
      return sql`(${query(table)}) as ${table}`
    })
    const [read] = await tx.execute<Record<string, Value>>(sql`select ${sql.join(values, sql`, `)}`)
    return read
  })
  return { ...row }
}
