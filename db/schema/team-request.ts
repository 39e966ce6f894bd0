import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { TeamRequestJson } from '#lib/domain/objects/team-request.ts'
import { tenants } from './tenant.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

export type TeamRequestState = 'open' | 'approved' | 'declined' | 'withdrawn'

export const teamRequests = pgTable(
  'team_requests',
  {
    tenant: tenantColumn().references(() => tenants.tenant),
    id: uuid().notNull().defaultRandom(),
    /** The subject of the person who asks. */
    asker: text().notNull(),
    askerName: text().notNull(),
    /** Name, groups, purpose and wanted boundary, as requested. */
    body: jsonb().$type<TeamRequestJson>().notNull(),
    state: text().$type<TeamRequestState>().notNull().default('open'),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    decidedAt: timestamp({ withTimezone: true, precision: 3 }),
    decidedBy: text(),
    decidedByName: text(),
    /** A message to the asker from the person who decided. */
    decision: text(),
    change: bigint({ mode: 'number' }),
    /** The name that the team was given, which may differ from the requested one. */
    team: text(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.id] }),
    check(
      'team_requests_state',
      sql`${table.state} in ('open', 'approved', 'declined', 'withdrawn')`,
    ),
    check(
      'team_requests_approved',
      sql`(${table.state} = 'approved') = (${table.team} is not null)`,
    ),
    index('team_requests_asker').on(table.tenant, table.asker, table.createdAt),
    index('team_requests_state').on(table.tenant, table.state, table.createdAt),
  ],
)
