// Brings a database to the version that this code was written for.
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator'
import { connect } from './connection.ts'

// From the working directory, because a bundler moves this file but not the SQL beside it.
const MIGRATIONS_FOLDER = join(process.cwd(), 'db', 'migrations')

// Any number, as long as every version of Berth uses the same one.
const MIGRATION_LOCK = 4_127_553_901

/**
 * Runs the missing migrations, as the owner. Replicas that start together take turns. Throws when the database has a
 * migration that this code doesn't know: then a newer version of Berth wrote to it.
 */
export async function migrate(
  ownerUrl: string,
  migrationsFolder: string = MIGRATIONS_FOLDER,
): Promise<void> {
  const { client, close } = await connect(ownerUrl)
  const db = drizzle(client)
  try {
    // Held by the session and not by a transaction, because drizzle begins its own. Closing the connection releases it.
    await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`)
    await requireAppRole(db)
    const state = await migrationState(db, migrationsFolder)
    if (state === 'newer') {
      throw new Error(
        'A newer version of Berth migrated this database: start that version, or restore a backup from before',
      )
    }
    if (state === 'older') await applyMigrations(db, { migrationsFolder })
  } finally {
    await close()
  }
}

type Queryable = Pick<PostgresJsDatabase, 'execute'>

export type MigrationState = 'older' | 'current' | 'newer'

/**
 * How the database relates to this code; either role may ask, outside of tenants. `newer` is normal for the old replicas of
 * a rolling upgrade, which go on running.
 */
export async function migrationState(
  tx: Queryable,
  migrationsFolder: string = MIGRATIONS_FOLDER,
): Promise<MigrationState> {
  const known = readMigrationFiles({ migrationsFolder }).map((file) => file.folderMillis)
  const applied = await appliedMigrations(tx)
  if (applied.some((time) => !known.includes(time))) return 'newer'
  return applied.length < known.length ? 'older' : 'current'
}

/** Migrations are identified by the time at which they were written. */
async function appliedMigrations(tx: Queryable): Promise<number[]> {
  const [table] = await tx.execute<{ missing: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is null as missing`,
  )
  if (table?.missing !== false) return []
  const rows = await tx.execute<{ created_at: number }>(
    sql`select created_at from drizzle.__drizzle_migrations`,
  )
  return rows.map((row) => row.created_at)
}

/** Roles belong to the server and not to the database, so no migration creates this one. */
async function requireAppRole(tx: Queryable): Promise<void> {
  const roles = await tx.execute(sql`select from pg_roles where rolname = 'berth_app'`)
  if (roles.length === 0) {
    throw new Error(
      "The database server has no role berth_app: create role berth_app login password '...'",
    )
  }
}
