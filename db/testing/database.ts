// What tests need of the database server that db/testing/global-setup.ts started.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import { openDatabase, outsideTenants } from '../client.ts'
import type { Database } from '../client.ts'

const MAX_CONNECTIONS = 4

let shared: Database | null = null

/** The pool of all test files that run in this process, as the application's role; it ends with the process. */
export function testDatabase(): Database {
  shared ??= openDatabase(inject('databaseUrl'), { max: MAX_CONNECTIONS })
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
