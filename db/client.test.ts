import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { closeDatabase, eachAlone, inTenant, openDatabase, outsideTenants } from './client.ts'
import type { Transaction } from './client.ts'
import { DatabaseUnavailable, codeOf, isConflict, isDuplicate, isHeld } from './errors.ts'
import { labels } from './schema/label.ts'
import { tenants } from './schema/tenant.ts'
import { createTestTenant, testDatabase } from './testing/database.ts'
import { temporaryServer } from './testing/temporary-server.ts'

const db = testDatabase()
let mine = 0
let other = 0

const labelOf = (tenant: number, object = tenant) =>
  ({ tenant, object, kind: 'cluster', key: 'region', value: 'east', began: 1 }) as const

const seenTenants = async (tx: Transaction) =>
  (await tx.select({ tenant: labels.tenant }).from(labels)).map((row) => row.tenant)

beforeAll(async () => {
  mine = (await createTestTenant(db)).tenant
  other = (await createTestTenant(db)).tenant
  for (const tenant of [mine, other]) {
    await inTenant(db, tenant, (tx) => tx.insert(labels).values(labelOf(tenant)))
  }
})

const failureOf = async (promise: PromiseLike<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )

describe('row-level security alone', () => {
  it('shows a query that names no tenant the rows of its transaction’s tenant only', async () => {
    expect(await inTenant(db, mine, seenTenants)).toEqual([mine])
    expect(await inTenant(db, mine, seenTenants, { readOnly: true })).toEqual([mine])
  })

  it('hides another tenant’s rows from a query that asks for them', async () => {
    const rows = await inTenant(db, mine, (tx) =>
      tx.select().from(labels).where(eq(labels.tenant, other)),
    )
    expect(rows).toEqual([])
  })

  it('shows one row of tenants', async () => {
    const rows = await inTenant(db, mine, (tx) => tx.select().from(tenants))
    expect(rows.map((row) => row.tenant)).toEqual([mine])
  })

  it('refuses a row that is written for another tenant', async () => {
    const failure = await failureOf(
      inTenant(db, mine, (tx) => tx.insert(labels).values(labelOf(other, 99))),
    )
    expect(codeOf(failure)).toBe('42501')
  })

  it('changes no row of another tenant', async () => {
    const ended = await inTenant(db, mine, (tx) =>
      tx.update(labels).set({ ended: 2 }).where(eq(labels.tenant, other)).returning(),
    )
    expect(ended).toEqual([])
  })

  it('answers a query outside of a tenant with an error', async () => {
    expect(codeOf(await failureOf(outsideTenants(db, seenTenants)))).toMatch(/^(42704|22P02)$/)
  })
})

describe('a statement alone', () => {
  // A single connection, so that whatever a statement leaves behind affects the next one.
  const single = openDatabase(inject('databaseUrl'), { max: 1 })
  afterAll(() => closeDatabase(single))
  const readTenants = sql`select tenant from labels`
  const endLabel = sql`update labels set ended = 2 returning tenant, ended`

  it('sees and changes the rows of its tenant only, and is kept', async () => {
    expect([...(await eachAlone(single, mine, {}).execute(readTenants))]).toEqual([
      { tenant: mine },
    ])
    const { tenant } = await createTestTenant(db)
    await inTenant(db, tenant, (tx) => tx.insert(labels).values(labelOf(tenant)))
    expect([...(await eachAlone(single, tenant, {}).execute(endLabel))]).toEqual([
      { tenant, ended: 2 },
    ])
    const ended = (of: number) =>
      inTenant(db, of, (tx) => tx.select({ ended: labels.ended }).from(labels))
    expect([await ended(tenant), await ended(mine)]).toEqual([[{ ended: 2 }], [{ ended: null }]])
  })

  it('has no tenant that isn’t one', async () => {
    await expect(eachAlone(single, 0, {}).execute(readTenants)).rejects.toThrow(
      'There is no tenant',
    )
  })

  it('keeps nothing where it fails, says why, and leaves the connection as it was', async () => {
    const failing = sql`with written as (
      insert into labels (tenant, object, kind, key, value, began)
      values (${mine}, 77, 'cluster', 'region', 'west', 1) returning 1)
      select 1 / (count(*) - count(*)) from written`
    const failure = await failureOf(eachAlone(single, mine, {}).execute(failing))
    expect(codeOf(failure)).toBe('22012')
    expect(codeOf(await failureOf(outsideTenants(single, seenTenants)))).toMatch(/^(42704|22P02)$/)
    expect(await inTenant(single, mine, seenTenants)).toEqual([mine])
  })

  it('refuses a row that is written for another tenant', async () => {
    const written = sql`insert into labels (tenant, object, kind, key, value, began)
      values (${other}, 78, 'cluster', 'region', 'west', 1)`
    const failure = await failureOf(eachAlone(single, mine, {}).execute(written))
    expect(codeOf(failure)).toBe('42501')
  })
})

describe('the tenant of a transaction', () => {
  it.each([0, -1, 1.5, Number.NaN])('is never %s', async (tenant) => {
    await expect(inTenant(db, tenant, seenTenants)).rejects.toThrow('There is no tenant')
  })

  // A single connection, so that whatever a transaction leaves behind affects the next one.
  const single = openDatabase(inject('databaseUrl'), { max: 1 })
  afterAll(() => closeDatabase(single))

  const endings: [string, (tx: Transaction) => Promise<unknown>][] = [
    ['went well', seenTenants],
    ['threw before its first query', () => Promise.reject(new Error('early'))],
    [
      'threw after a query',
      async (tx) => {
        await seenTenants(tx)
        throw new Error('late')
      },
    ],
    [
      'threw while queries were under way',
      async (tx) => {
        const running = [seenTenants(tx), seenTenants(tx)]
        await Promise.race([...running, Promise.reject(new Error('amid'))])
      },
    ],
    ['had an error in SQL', (tx) => tx.execute(sql`select 1 / 0`)],
    [
      'was cancelled',
      (tx) => tx.execute(sql`select pg_cancel_backend(pg_backend_pid()), pg_sleep(5)`),
    ],
    [
      'swallowed an error and was rolled back by Postgres',
      async (tx) => {
        await failureOf(tx.execute(sql`select 1 / 0`))
      },
    ],
    [
      'lost its connection',
      (tx) => tx.execute(sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(5)`),
    ],
  ]

  it.each(endings)('does not outlive one that %s', async (_, ending) => {
    await failureOf(inTenant(single, mine, ending))
    expect(codeOf(await failureOf(outsideTenants(single, seenTenants)))).toMatch(/^(42704|22P02)$/)
    expect(await inTenant(single, other, seenTenants)).toEqual([other])
  })

  it('is there for the very first query, whatever kind it is', async () => {
    const counted = await inTenant(single, mine, (tx) => tx.$count(labels))
    const executed = await inTenant(single, mine, (tx) =>
      tx.execute(sql`select tenant from labels`),
    )
    expect([counted, executed.length]).toEqual([1, 1])
  })

  it('does not reach a query that a failed transaction sends too late', async () => {
    let late: Promise<unknown> = Promise.resolve()
    await failureOf(
      inTenant(single, mine, async (tx) => {
        late = failureOf(
          seenTenants(tx)
            .then(() => pause(20))
            .then(() => seenTenants(tx)),
        )
        await tx.execute(sql`select 1 / 0`)
      }),
    )
    const seen = await inTenant(single, other, async (tx) => {
      const failure = await late
      return [failure instanceof Error, await seenTenants(tx)]
    })
    expect(seen).toEqual([true, [other]])
  })

  it('belongs to one transaction of many at once', async () => {
    const turns = Array.from({ length: 40 }, (_, turn) => (turn % 2 === 0 ? mine : other))
    const seen = await Promise.all(turns.map((tenant) => inTenant(db, tenant, seenTenants)))
    expect(seen).toEqual(turns.map((tenant) => [tenant]))
  })
})

describe('a transaction', () => {
  it('keeps nothing when it throws', async () => {
    await failureOf(
      inTenant(db, mine, async (tx) => {
        await tx.insert(labels).values(labelOf(mine, 500))
        throw new Error('no')
      }),
    )
    const rows = await inTenant(db, mine, (tx) =>
      tx.select().from(labels).where(eq(labels.object, 500)),
    )
    expect(rows).toEqual([])
  })

  it('throws and keeps nothing when a statement failed, though nobody looked', async () => {
    const failure = await failureOf(
      inTenant(db, mine, async (tx) => {
        await tx.insert(labels).values(labelOf(mine, 502))
        await failureOf(tx.execute(sql`select 1 / 0`))
      }),
    )
    expect(failure).toBeInstanceOf(Error)
    expect(await inTenant(db, mine, (tx) => tx.$count(labels, eq(labels.object, 502)))).toBe(0)
  })

  it('writes nothing when it is read-only', async () => {
    const failure = await failureOf(
      inTenant(db, mine, (tx) => tx.insert(labels).values(labelOf(mine, 501)), { readOnly: true }),
    )
    expect(codeOf(failure)).toBe('25006')
  })

  it('sees one snapshot throughout when it is read-only', async () => {
    const { tenant } = await createTestTenant(db)
    const asSomebodyElse = AsyncLocalStorage.snapshot()
    const counts = await inTenant(
      db,
      tenant,
      async (tx) => {
        const before = await tx.$count(labels)
        await asSomebodyElse(() =>
          inTenant(db, tenant, (writer) => writer.insert(labels).values(labelOf(tenant))),
        )
        return [before, await tx.$count(labels)]
      },
      { readOnly: true },
    )
    expect(counts).toEqual([0, 0])
  })

  it('is run again when a deadlock ended it, and then both are kept', async () => {
    const { tenant } = await createTestTenant(db)
    await inTenant(db, tenant, (tx) =>
      tx.insert(labels).values([labelOf(tenant, 1), labelOf(tenant, 2)]),
    )
    let runs = 0
    const endBoth = (first: number, second: number, value: number) =>
      inTenant(db, tenant, async (tx) => {
        runs++
        const end = (object: number) =>
          tx
            .update(labels)
            .set({ ended: sql`coalesce(${labels.ended}, 1) + ${value}` })
            .where(eq(labels.object, object))
        await end(first)
        await pause(200)
        await end(second)
      })
    await Promise.all([endBoth(1, 2, 10), endBoth(2, 1, 100)])
    const rows = await inTenant(db, tenant, (tx) => tx.select().from(labels))
    expect(rows.map((row) => row.ended)).toEqual([111, 111])
    // The second attempt of one may meet the other's again.
    expect(runs).toBeGreaterThan(2)
  })

  it('waits for a row that another one holds no longer than its database lets it', async () => {
    const impatient = { ...db, lockTimeoutMs: 50 }
    const locked = sql`select from tenants for no key update`
    const asSomebodyElse = AsyncLocalStorage.snapshot()
    const failure = await inTenant(db, mine, async (tx) => {
      await tx.execute(locked)
      return asSomebodyElse(() =>
        failureOf(inTenant(impatient, mine, (late) => late.execute(locked))),
      )
    })
    expect(isHeld(failure)).toBe(true)
    expect(await failureOf(inTenant(impatient, mine, (tx) => tx.execute(locked)))).toBeNull()
    expect(isHeld(await failureOf(inTenant(db, mine, (tx) => tx.execute(sql`select 1 / 0`))))).toBe(
      false,
    )
  })

  it('is not run again for any other error', async () => {
    let runs = 0
    const failure = await failureOf(
      inTenant(db, mine, (tx) => {
        runs++
        return tx.insert(labels).values(labelOf(mine))
      }),
    )
    expect([runs, isDuplicate(failure), isConflict(failure)]).toEqual([1, true, false])
    expect(isDuplicate(failure, 'labels_tenant_kind_object_key_began_pk')).toBe(true)
    expect(isDuplicate(failure, 'another')).toBe(false)
  })

  it('gives change numbers as numbers, from raw SQL too', async () => {
    const rows = await inTenant(db, mine, (tx) =>
      tx.execute(sql`select began, count(*) over () from labels`),
    )
    expect([...rows]).toEqual([{ began: 1, count: 1 }])
  })
})

describe('a lost database', () => {
  it('is a DatabaseUnavailable, and is used again when it is back', async () => {
    const failure = await failureOf(
      inTenant(db, mine, (tx) =>
        tx.execute(sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(5)`),
      ),
    )
    expect(failure).toBeInstanceOf(DatabaseUnavailable)
    expect(await inTenant(db, mine, seenTenants)).toEqual([mine])
  })

  it('is a DatabaseUnavailable when nothing listens there', async () => {
    const server = await temporaryServer()
    const lost = openDatabase(server.databaseUrl, { max: 1 })
    await outsideTenants(lost, (tx) => tx.execute(sql`select 1`))
    await server.stop()
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await failureOf(inTenant(lost, 1, seenTenants))).toBeInstanceOf(DatabaseUnavailable)
    }
    await closeDatabase(lost)
  })
})
