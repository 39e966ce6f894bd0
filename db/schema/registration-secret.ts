import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bytes } from './bytes.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

const instant = () => timestamp({ withTimezone: true, precision: 3 })

/** The secret of a registration token, and how often clusters registered with it or with one before it. */
export const registrationSecrets = pgTable(
  'registration_secrets',
  {
    tenant: tenantColumn(),
    /** The number of the registration token: another one of its name has another. */
    token: integer().notNull(),
    /** Of this secret, as the audit calls whoever registers with it. */
    id: uuid().notNull().defaultRandom(),
    hash: bytes().notNull().unique(),
    madeAt: instant().notNull().defaultNow(),
    madeBy: text().notNull(),
    used: integer().notNull().default(0),
    lastUsedAt: instant(),
  },
  (table) => [tenantWall(), primaryKey({ columns: [table.tenant, table.token] })],
)
