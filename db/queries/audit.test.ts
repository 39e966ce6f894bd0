import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, inject, it } from 'vitest'
import { type HashedEvent, verifyChain } from '#lib/domain/audit/audit-chain.ts'
import { inTenant, openDatabase, closeDatabase } from '../client.ts'
import { createTestTenant, testDatabase } from '../testing/database.ts'
import {
  appendAuditEvent,
  type NewAuditEvent,
  readAuditRows,
  readChainHead,
  sha256,
} from './audit.ts'
import { readTenantState } from './tenants.ts'

const db = testDatabase()
let tenant: number
beforeEach(async () => {
  tenant = (await createTestTenant(db)).tenant
})

const said = (over: Partial<NewAuditEvent> = {}): NewAuditEvent => ({
  actor: { kind: 'token', id: 'test', name: 'test' },
  address: '10.0.0.1',
  requestId: 'r',
  token: 't',
  action: 'teams.create',
  object: 'team/ieb',
  result: 'accepted',
  code: null,
  change: null,
  details: null,
  ...over,
})

const append = (over: Partial<NewAuditEvent> = {}, database = db) =>
  inTenant(database, tenant, (tx) => appendAuditEvent({ tx, tenant }, said(over)))

const readChain = () =>
  inTenant(db, tenant, async (tx) => {
    const scope = { tx, tenant }
    const rows: readonly HashedEvent[] = await readAuditRows(scope, { after: 0, limit: 1000 })
    return { rows, step: verifyChain(sha256, rows, await readChainHead(scope)) }
  })

it('keeps each event as it was hashed, whatever its texts hold', async () => {
  const hostile = 'a\r\nb\u001b[31m\u202e "\\ \ud800 \0 é 😀'
  await append({ actor: { kind: 'person', id: hostile, name: hostile }, object: hostile })
  await append({ details: JSON.stringify({ hostile }), change: 4711, address: null, token: null })
  const { rows, step } = await readChain()
  expect(step).toMatchObject({ ok: true, end: { id: 2 } })
  const kept = 'a\r\nb\u001b[31m\u202e "\\ \ufffd \ufffd é 😀'
  expect(rows).toMatchObject([
    { id: 1, actorId: kept, actorName: kept, object: kept, change: null },
    { id: 2, change: 4711, address: null, details: JSON.stringify({ hostile }) },
  ])
})

it('takes fifty writers at once, half of which lock the tenant first, and loses none', async () => {
  const many = openDatabase(inject('databaseUrl'), { max: 12 })
  try {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0
          ? append({ object: `team/${index}` }, many)
          : inTenant(many, tenant, async (tx) => {
              const scope = { tx, tenant }
              await readTenantState(scope, { lock: true })
              await appendAuditEvent(scope, said({ object: `team/${index}` }))
            }),
      ),
    )
  } finally {
    await closeDatabase(many)
  }
  const { rows, step } = await readChain()
  expect(step).toMatchObject({ ok: true, end: { id: 50 } })
  expect(new Set(rows.map(({ object }) => object)).size).toBe(50)
  expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).toSorted())
})

it('leaves nothing of a transaction that is given up, and no gap', async () => {
  await append()
  const given = inTenant(db, tenant, async (tx) => {
    await appendAuditEvent({ tx, tenant }, said({ object: 'team/never' }))
    throw new Error('given up')
  })
  await expect(given).rejects.toThrow('given up')
  await append()
  const { rows, step } = await readChain()
  expect(step).toMatchObject({ ok: true, end: { id: 2 } })
  expect(rows.map(({ object }) => object)).toEqual(['team/ieb', 'team/ieb'])
})

it('is read while somebody adds to it', async () => {
  await append()
  const asSomebodyElse = AsyncLocalStorage.snapshot()
  await inTenant(db, tenant, async (tx) => {
    await appendAuditEvent({ tx, tenant }, said())
    // On a connection of its own: if it took the lock, it would wait here for ever.
    expect((await asSomebodyElse(readChain)).rows).toHaveLength(1)
  })
  expect((await readChain()).rows).toHaveLength(2)
})

it('can’t be rewritten by the role that the portal has', async () => {
  await append()
  for (const statement of [
    sql`update audit_events set actor_name = 'somebody else' where tenant = ${tenant}`,
    sql`delete from audit_events where tenant = ${tenant}`,
    sql`delete from audit_heads where tenant = ${tenant}`,
    sql`truncate audit_events`,
  ]) {
    const attempt = inTenant(db, tenant, (tx) => tx.execute(statement))
    await expect(attempt).rejects.toMatchObject({ cause: { code: '42501' } })
  }
})
