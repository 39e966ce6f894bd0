import { sql } from 'drizzle-orm'
import { bigint, check, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { tenantWall } from './tenant-wall.ts'

export const tenants = pgTable(
  'tenants',
  {
    tenant: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull().unique(),
    installation: uuid().notNull().defaultRandom(),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    /** The number of the newest change; its row lock is what orders a tenant's saves. */
    lastChange: bigint({ mode: 'number' }).notNull().default(0),
    placementsTotal: bigint({ mode: 'number' }).notNull().default(0),
    branchPattern: text(),
    /** Where the clusters have their Argo CD that don't say where; null: there are none such. */
    argocdNamespace: text(),
    /** Grows whenever who may do what can have changed: what a process knows of that holds for one number. */
    accessVersion: bigint({ mode: 'number' }).notNull().default(0),
    /** Whose tree the tenant's branches are, besides its name: see lib/domain/reconcilers/argocd/repository-files.ts. */
    generation: text(),
    /** Why nothing is saved and published, until an admin decides between the database and Git. */
    gitStop: text().$type<'database_behind_git' | 'repository_taken_over'>(),
    gitStopReason: text(),
    gitStopAt: timestamp({ withTimezone: true, precision: 3 }),
    /** The highest change that a commit was seen to name while Git was compared. */
    gitHighest: bigint({ mode: 'number' }).notNull().default(0),
    /** The newest change when it was compared; null: it wasn't since the stop. */
    gitComparedChange: bigint({ mode: 'number' }),
    gitComparedAt: timestamp({ withTimezone: true, precision: 3 }),
    /** When the local repository was last looked through, and what was wrong with it: a sentence. */
    storeCheckedAt: timestamp({ withTimezone: true, precision: 3 }),
    storeFault: text(),
    // The last ids of objects, for processes of older versions during a rolling upgrade: a trigger keeps them.
    lastTeam: integer().notNull().default(0),
    lastCluster: integer().notNull().default(0),
    lastApplication: integer().notNull().default(0),
    lastPolicy: integer().notNull().default(0),
  },
  (table) => [
    tenantWall(),
    check(
      'tenants_git_stop',
      sql`${table.gitStop} in ('database_behind_git', 'repository_taken_over')`,
    ),
  ],
)
