import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AsksFor, TeamRequestJson } from '#lib/domain/objects/team-request.ts'
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
    asksFor: text().$type<AsksFor>().notNull().default('team'),
    /** The id of the team that asks, because another may get its name later; null: a new team is asked for. */
    askingTeam: integer(),
    /** As requested. */
    body: jsonb().$type<TeamRequestJson>().notNull(),
    state: text().$type<TeamRequestState>().notNull().default('open'),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    decidedAt: timestamp({ withTimezone: true, precision: 3 }),
    decidedBy: text(),
    decidedByName: text(),
    /** A message to the asker from the person who decided. */
    decision: text(),
    /** When the asker first looked at what was decided; null: not yet. */
    answerSeenAt: timestamp({ withTimezone: true, precision: 3 }),
    change: bigint({ mode: 'number' }),
    /** The name that the team was given, which may differ from the requested one, or of the team that asked. */
    team: text(),
    /** The name that the cluster was given. */
    cluster: text(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.id] }),
    check(
      'team_requests_state',
      sql`${table.state} in ('open', 'approved', 'declined', 'withdrawn')`,
    ),
    check('team_requests_asks_for', sql`${table.asksFor} in ('team', 'limits', 'cluster')`),
    check(
      'team_requests_approved',
      sql`(${table.state} = 'approved') = (${table.team} is not null)`,
    ),
    index('team_requests_asker').on(table.tenant, table.asker, table.createdAt),
    index('team_requests_team').on(table.tenant, table.askingTeam, table.createdAt),
    index('team_requests_name').on(table.tenant, sql`(${table.body} ->> 'name')`, table.createdAt),
    index('team_requests_state').on(table.tenant, table.state, table.createdAt),
  ],
)
