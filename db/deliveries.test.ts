// What is queued for subscriptions, and how long it is kept: on made rows.
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { DeliveryEvent } from '#lib/domain/deliveries/delivery-event.ts'
import { closeDatabase, type Database, inTenant, openDatabase } from './client.ts'
import { forgetDeliveries, queueEvents } from './queries/deliveries.ts'
import type { TenantScope } from './queries/scope.ts'
import { createTestTenant, testDatabase } from './testing/database.ts'

const db = testDatabase()

let tenant: number
let subscriptions = 0
beforeEach(async () => {
  tenant = (await createTestTenant(db)).tenant
})

const ask = <T>(query: (scope: TenantScope) => Promise<T>, of = tenant, database: Database = db) =>
  inTenant(database, of, (tx) => query({ tx, tenant: of }))

type Given = { team?: string | null; events?: readonly string[]; suspended?: boolean; of?: number }

/** A subscription by its row alone. */
async function subscribe(
  name: string,
  { team = null, events = ['alert.fired'], suspended = false, of = tenant }: Given = {},
): Promise<number> {
  const id = ++subscriptions
  const body = JSON.stringify({ name, events, suspended })
  await ask(
    ({ tx }) =>
      tx.execute(sql`insert into revisions (tenant, kind, object, team, name, began, body)
        values (${of}, 'subscription', ${id}, ${team}, ${name}, ${id}, ${body}::jsonb)`),
    of,
  )
  return id
}

const fired = (name: string, dedupe: string, team: string | null = null): DeliveryEvent => ({
  subscription: { name, team },
  type: 'alert.fired',
  subject: 'Payments is degraded on 3 clusters',
  data: { count: 3 },
  dedupe,
})

const queue = (...events: DeliveryEvent[]) => ask((scope) => queueEvents(scope, events))

const kept = () =>
  ask(({ tx }) =>
    tx.execute<{ subscription: number; dedupe: string; state: string; last_answer: string | null }>(
      sql`select subscription, dedupe, state, last_answer from deliveries where tenant = ${tenant}
        order by created_at, dedupe`,
    ),
  )

describe('events', () => {
  it('that are told twice are queued once for each subscription', async () => {
    const ids = [await subscribe('pager'), await subscribe('chat')]
    expect(await queue(fired('pager', 'a'), fired('chat', 'a'), fired('pager', 'a'))).toBe(2)
    expect(await queue(fired('pager', 'a'), fired('pager', 'b'))).toBe(1)
    const queued = (await kept()).map(({ subscription, dedupe }) => `${subscription} ${dedupe}`)
    expect(new Set(queued)).toEqual(new Set([`${ids[0]} a`, `${ids[0]} b`, `${ids[1]} a`]))
    expect(queued).toHaveLength(3)
  })

  it('are queued for nobody who isn’t there, is suspended, wants others, or is another team’s', async () => {
    await subscribe('quiet', { suspended: true })
    await subscribe('reports', { events: ['report.ready'] })
    await subscribe('theirs', { team: 'ieb' })
    const nobody = ['absent', 'quiet', 'reports', 'theirs'].map((name) => fired(name, 'a'))
    expect(await queue(...nobody, fired('theirs', 'a', 'other'))).toBe(0)
    expect(await queue(fired('theirs', 'a', 'ieb'))).toBe(1)
    expect(await ask((scope) => queueEvents(scope, []))).toBe(0)
  })

  it('beyond a thousand that wait push out the oldest, which says so', async () => {
    await subscribe('pager')
    const many = Array.from({ length: 1_000 }, (_, index) => fired('pager', `old ${index}`))
    await queue(...many)
    await queue(fired('pager', 'new'))
    const failed = (await kept()).filter(({ state }) => state === 'failed')
    expect(failed).toEqual([
      expect.objectContaining({ last_answer: 'Given up, because 1000 newer ones waited.' }),
    ])
    expect(failed[0]!.dedupe).toMatch(/^old/)
  })
})

describe('what was settled', () => {
  it('is kept for thirty days, and no more of a tenant than its newest ten thousand', async () => {
    const id = await subscribe('pager')
    await queue(fired('pager', 'waits'))
    await settle(id, 'long ago', '31 days', 2)
    await settle(id, 'fresh', '29 days', 9_999)
    await settle(id, 'newest', '1 day', 2)
    await ask(forgetDeliveries)
    const counts = Map.groupBy(await kept(), ({ dedupe }) => dedupe.replace(/ \d+$/, ''))
    const counted = [...counts].map(([name, rows]) => [name, rows.length])
    expect(Object.fromEntries(counted)).toEqual({ waits: 1, newest: 2, fresh: 9_998 })
  })

  it('of a subscription that is gone goes with what waited for it', async () => {
    const id = await subscribe('pager')
    await queue(fired('pager', 'waits'))
    await settle(id, 'fresh', '1 day', 1)
    await ask(({ tx }) =>
      tx.execute(sql`update revisions set ended = began + 1 where tenant = ${tenant}`),
    )
    await subscribe('pager')
    await ask(forgetDeliveries)
    expect(await kept()).toEqual([])
  })
})

/** Deliveries that ended so long ago. */
async function settle(id: number, dedupe: string, ago: string, count: number): Promise<void> {
  await ask(({ tx }) =>
    tx.execute(sql`
      insert into deliveries (tenant, subscription, type, subject, data, dedupe, state, settled_at)
      select ${tenant}, ${id}, 'alert.fired', '', '{}', ${dedupe} || ' ' || n, 'delivered',
        now() - ${ago}::interval - n * interval '1 second'
      from generate_series(1, ${count}) n`),
  )
}

describe('without row-level security', () => {
  let owner: Database
  beforeAll(() => {
    owner = openDatabase(inject('ownerUrl'), { max: 1 })
    return () => closeDatabase(owner)
  })

  it('neither queueing nor forgetting touches another tenant', async () => {
    const theirs = (await createTestTenant(db)).tenant
    await subscribe('pager', { of: theirs })
    await ask((scope) => queueEvents(scope, [fired('pager', 'a')]), theirs)
    expect(await ask((scope) => queueEvents(scope, [fired('pager', 'b')]), tenant, owner)).toBe(0)
    await ask(forgetDeliveries, tenant, owner)
    const left = await ask(({ tx }) => tx.execute(sql`select dedupe from deliveries`), theirs)
    expect([...left]).toEqual([{ dedupe: 'a' }])
  })
})
