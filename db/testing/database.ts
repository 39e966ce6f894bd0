// What tests need of the database server that db/testing/global-setup.ts started.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, inject } from 'vitest'
import { closeDatabase, openDatabase, outsideTenants } from '../client.ts'
import type { Database } from '../client.ts'

const MAX_CONNECTIONS = 4

let shared: Database | null = null

/**
 * The pool of a test file, with the application's role. Call it at the top of the file: it is closed after the last test.
 */
export function testDatabase(): Database {
  if (shared === null) {
    const db = openDatabase(inject('databaseUrl'), { max: MAX_CONNECTIONS })
    shared = db
    afterAll(() => closeDatabase(db))
  }
  return shared
}

/** A new tenant, so that test files can run at the same time. */
export async function createTestTenant(db: Database): Promise<{ tenant: number; name: string }> {
  const rows = await outsideTenants(db, (tx) =>
    tx.execute<{ tenant: number; name: string }>(
      sql`select tenant, name from create_tenant(${`test-${randomUUID()}`})`,
    ),
  )
  const [created] = rows
  if (created === undefined) throw new Error('no tenant was made')
  return created
}
