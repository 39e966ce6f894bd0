// A session holds a tenant's row, as a long edit does, or one that is stuck: only that tenant waits.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { closeDatabase, type Database, inTenant, openDatabase } from '#db/client.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import { inconsistencies } from '#db/testing/consistency.ts'
import {
  announce,
  followVersions,
  rollOut,
  rollout,
  saveEnvironments,
} from '#lib/http/testing/rollouts.ts'
import type { Answer } from '#lib/http/testing/api.ts'
import { Conductor } from './conductor.ts'
import { cluster } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'
import { carryOn } from './testing/rollouts.ts'

const HELD_MS = 10_000
/** As many as a process has, and more tries than that. */
const CONNECTIONS = 5
const SAVES = 12

let held: TestPublisher
let other: TestPublisher
let ids: { readonly held: number; readonly other: number }
let database: Database
let holder: Database
beforeEach(async () => {
  held = await createTestPublisher()
  other = await createTestPublisher()
  ids = { held: await begin(held), other: await begin(other) }
  database = openDatabase(inject('databaseUrl'), { max: CONNECTIONS })
  holder = openDatabase(inject('databaseUrl'), { max: 1 })
})
afterEach(async () => {
  for (const publisher of [held, other]) {
    await publisher.publish()
    expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
    expect(await filesOn(publisher.directory, 'main')).toEqual(
      await expectedFiles(publisher, 'main'),
    )
    await publisher.close()
  }
  await Promise.all([database, holder].map(closeDatabase))
})

async function begin(publisher: TestPublisher): Promise<number> {
  await saveEnvironments(publisher)
  await followVersions(publisher)
  await announce(publisher, '1')
  await publisher.publish()
  const started = await rollOut(publisher, 'qa', 'v1')
  expect(started.status, started.text).toBe(201)
  return started.json.id
}

/** Holds the row from when this resolves, until the signal; `ended` then. */
async function hold(signal: AbortSignal): Promise<{ readonly ended: Promise<void> }> {
  const { promise: isHeld, resolve: begun } = Promise.withResolvers<void>()
  const ended = inTenant(holder, held.tenant.id, async (tx) => {
    await readTenantState({ tx, tenant: held.tenant.id }, { lock: true })
    begun()
    // Each statement is answered: what is held is the row, not the connection.
    while (!signal.aborted) {
      await tx.execute(sql`select`)
      await pauseBriefly()
    }
  })
  await isHeld
  return { ended }
}
