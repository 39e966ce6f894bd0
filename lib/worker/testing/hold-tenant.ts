// Somebody who holds a tenant, as a long edit does, or one that is stuck.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import { closeDatabase, inTenant, openDatabase } from '#db/client.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import type { TestApi } from '#lib/http/testing/api.ts'

const EVERY_MS = 20

/** Locks the tenant's row, by a connection of nobody else, until the signal. */
export async function holdTenant(
  { tenant: { id: tenant } }: Pick<TestApi, 'tenant'>,
  signal: AbortSignal,
): Promise<{ readonly ended: Promise<void> }> {
  const database = openDatabase(inject('databaseUrl'), { max: 1 })
  const { promise: isHeld, resolve: holds } = Promise.withResolvers<void>()
  const holding = inTenant(database, tenant, async (tx) => {
    await readTenantState({ tx, tenant }, { lock: true })
    holds()
    while (!signal.aborted) {
      await pause(EVERY_MS)
      await tx.execute(sql`select`)
    }
  })
  await isHeld
  return { ended: holding.then(() => closeDatabase(database)) }
}
