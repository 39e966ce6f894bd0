import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { bytes } from './bytes.ts'
import { tenants } from './tenant.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

const instant = () => timestamp({ withTimezone: true, precision: 3 })

/** Everybody who signed in or sent an access token of their own, with what their provider last said of them. */
export const people = pgTable(
  'people',
  {
    tenant: tenantColumn().references(() => tenants.tenant),
    /** As `subjectId` writes it: an identity that the provider gives to nobody else, ever. */
    subject: text().notNull(),
    name: text().notNull(),
    email: text(),
    groups: text().array().notNull().default([]),
    /** App roles. */
    roles: text().array().notNull().default([]),
    /** `unavailable`: the provider could not be asked, so there are no groups and roles; earlier ones don't count. */
    rightsState: text().$type<'read' | 'unavailable'>().notNull(),
    /** Why they are unavailable, for people to read. */
    rightsMessage: text(),
    readAt: instant().notNull(),
    /** When the last attempt to read them began. */
    triedAt: instant().notNull(),
    /** What Berth asks the provider with, sealed; null: the provider gave none. */
    refreshToken: bytes(),
    createdAt: instant().notNull().defaultNow(),
    signedInAt: instant(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.subject] }),
    index('people_name').on(table.tenant, table.name),
    check('people_rights_state', sql`${table.rightsState} in ('read', 'unavailable')`),
    check(
      'people_unavailable_rights',
      sql`${table.rightsState} = 'read' or (${table.groups} = '{}' and ${table.roles} = '{}')`,
    ),
  ],
)

/** A browser in which somebody signed in, by the hash of the text in its cookie. */
export const sessions = pgTable(
  'sessions',
  {
    tenant: tenantColumn(),
    hash: bytes().notNull().unique(),
    subject: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    endedAt: instant(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.hash] }),
    foreignKey({
      columns: [table.tenant, table.subject],
      foreignColumns: [people.tenant, people.subject],
    }),
    index('sessions_subject').on(table.tenant, table.subject),
    index('sessions_expiry').on(table.tenant, table.expiresAt),
  ],
)
