import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { bytes } from './bytes.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

/** Why clusters were chosen, by their ids, and the name of the scheduler that said so: by now the policy may have another. */
export type DecisionReasons = {
  readonly by: string
  readonly clusters: Readonly<Record<string, string>>
}

/**
 * Which clusters were chosen for an application of a policy that places on chosen ones alone, from the change `began` until the
 * change `ended`. Nothing was decided where there is no row; where nobody was chosen, `clusters` is empty.
 */
export const decisions = pgTable(
  'decisions',
  {
    tenant: tenantColumn(),
    policyId: integer().notNull(),
    applicationId: integer().notNull(),
    /** Bit i: the cluster with the id i. */
    clusters: bytes().notNull(),
    /** Of a scheduler that said why; of clusters that are chosen no more, too. */
    reasons: jsonb().$type<DecisionReasons>(),
    began: bigint({ mode: 'number' }).notNull(),
    ended: bigint({ mode: 'number' }),
  },
  (table) => [
    tenantWall(),
    // What a policy decided last, and at a change.
    primaryKey({ columns: [table.tenant, table.policyId, table.applicationId, table.began] }),
    check('decisions_interval', sql`${table.ended} > ${table.began}`),
    index('decisions_began').on(table.tenant, table.began),
    index('decisions_ended').on(table.tenant, table.ended),
  ],
)
