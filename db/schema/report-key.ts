import { integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

/** A key as it is stored: `until` is an instant in RFC 3339. */
export type StoredReportKey = { readonly publicKey: string; readonly until: string | null }

/** Who signs the reports that are carried from a cluster. By its number: another cluster of that name has none of its keys. */
export const reportKeys = pgTable(
  'report_keys',
  {
    tenant: tenantColumn(),
    cluster: integer().notNull(),
    keys: jsonb().$type<readonly StoredReportKey[]>().notNull(),
    intervalS: integer(),
  },
  (table) => [tenantWall(), primaryKey({ columns: [table.tenant, table.cluster] })],
)
