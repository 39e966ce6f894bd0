// Pairs of a cluster and an application, of several clusters at a time.
import { type SQL, sql } from 'drizzle-orm'

export type PairId = { readonly cluster: number; readonly application: number }

/** The rows of a table of pairs that are of these, each looked up by its key, however large the table was at the first plan. */
export function lookedUp(tenant: number, table: SQL, pairs: readonly PairId[]): SQL {
  // Postgres plans no other join across an offset.
  return sql`
    unnest(${sql.param(pairs.map(({ cluster }) => cluster))}::int[],
      ${sql.param(pairs.map(({ application }) => application))}::int[]) as asked (cluster, application)
    cross join lateral (select * from ${table} where tenant = ${tenant}
      and cluster_id = asked.cluster and application_id = asked.application offset 0) found`
}
