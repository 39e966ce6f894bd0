import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTenant, type Transaction } from '#db/client.ts'
import { type Granted, type RateLimit, takeRequests } from '#db/queries/rate-limits.ts'
import { rateLimits } from '#db/schema/rate-limit.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { createServices } from '#lib/start/boot.ts'
import { ownSession } from './session.ts'
import type { Services } from './services.ts'
import { admit } from './rate-limit.ts'
import { Refusal } from './refusal.ts'

/** So slow that nothing is refilled during a test. */
const PER_SECOND = 1
const BURST = 100

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})

/** The services of another replica on the same database. */
function replica(rateLimit: RateLimit): Services {
  const { database, services } = api
  return createServices({ ...services.environment, rateLimit }, database, services)
}

const principal = (id: string): Actor => ({
  kind: 'token',
  id,
  name: id,
  email: null,
  role: 'reader',
  teams: new Map(),
  groups: [],
  cluster: null,
  registers: false,
  announces: null,
  schedules: null,
  tellsOfRepository: false,
})

/** How many of so many simultaneous requests were admitted, and what the others were told. */
async function ask(services: Services, id: string, count: number) {
  const session = ownSession(api.tenant, principal(id))
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, () => admit(services, session)),
  )
  const refused = outcomes.flatMap((each) =>
    each.status === 'rejected' ? [each.reason as unknown] : [],
  )
  return { admitted: count - refused.length, refused }
}

describe('a principal', () => {
  it('may make so many requests over all replicas together, and is told when to come back for the others', async () => {
    const limit = { perSecond: PER_SECOND, burst: BURST }
    const start = performance.now()
    const answers = await Promise.all(
      [replica(limit), replica(limit)].map((services) => ask(services, 'eager', 5 * BURST)),
    )
    const admitted = answers.reduce((sum, answer) => sum + answer.admitted, 0)
    const came = Math.ceil(((performance.now() - start) / 1000) * PER_SECOND)
    expect(admitted).toBeGreaterThanOrEqual(BURST)
    expect(admitted).toBeLessThanOrEqual(BURST + came)
    for (const refusal of answers.flatMap(({ refused }) => refused)) {
      expect(refusal).toBeInstanceOf(Refusal)
      expect(refusal).toMatchObject({
        kind: 'too_many_requests',
        members: { retryAfterSeconds: 1 },
      })
    }
  })

  it('isn’t limited by what another one did, nor by one of the same name in another tenant', async () => {
    const services = replica({ perSecond: PER_SECOND, burst: 2 })
    await ask(services, 'first', 10)
    expect((await ask(services, 'second', 1)).admitted).toBe(1)
    const elsewhere = await createTestApi()
    const session = ownSession(elsewhere.tenant, principal('first'))
    await expect(admit(services, session)).resolves.toBeUndefined()
  })

  it('costs a query for few of its requests only', async () => {
    const services = replica({ perSecond: 1000, burst: 1000 })
    let transactions = 0
    const pool = services.database.pool
    const counting: Services = {
      ...services,
      database: {
        pool: {
          ...pool,
          lend: (action) => {
            transactions += 1
            return pool.lend(action)
          },
        },
      },
    }
    await ask(counting, 'frequent', 200)
    expect(transactions).toBe(10)
  })
})

const take = (id: string, count: number, limit: RateLimit): Promise<Granted> =>
  inTenant(api.database, api.tenant.id, (tx) =>
    takeRequests({ tx, tenant: api.tenant.id }, id, count, limit),
  )

describe('a bucket', () => {
  it('gives what is left, then nothing, and says how long until there is one', async () => {
    const limit = { perSecond: 0.001, burst: 5 }
    expect(await take('bucket', 3, limit)).toEqual({ granted: 3, waitSeconds: 0 })
    expect(await take('bucket', 3, limit)).toEqual({ granted: 2, waitSeconds: 0 })
    const { granted, waitSeconds } = await take('bucket', 3, limit)
    expect(granted).toBe(0)
    expect(waitSeconds).toBeGreaterThan(900)
    expect(waitSeconds).toBeLessThanOrEqual(1000)
  })

  it('fills again, and holds no more than a burst', async () => {
    const limit = { perSecond: 1_000_000, burst: 4 }
    await take('filling', 4, limit)
    expect((await take('filling', 10, limit)).granted).toBe(4)
  })

  it('gives each request once to those who take at the same time', async () => {
    const limit = { perSecond: 0.001, burst: 50 }
    const takings = await Promise.all(Array.from({ length: 40 }, () => take('shared', 2, limit)))
    expect(takings.reduce((sum, { granted }) => sum + granted, 0)).toBe(50)
  })

  it('is made again for somebody who comes back while it is removed', async () => {
    const limit = { perSecond: 0.001, burst: 5 }
    await take('returning', 5, limit)
    const locked = Promise.withResolvers<void>()
    const removal = inTenant(api.database, api.tenant.id, async (tx) => {
      const bucket = sql`${rateLimits.tenant} = ${api.tenant.id} and ${rateLimits.principal} = 'returning'`
      await tx.execute(sql`select from ${rateLimits} where ${bucket} for update`)
      locked.resolve()
      await expect.poll(() => countWaiting(tx), { timeout: 10_000 }).toBe(1)
      await tx.execute(sql`delete from ${rateLimits} where ${bucket}`)
    })
    await locked.promise
    const taking = take('returning', 3, limit)
    await removal
    expect(await taking).toEqual({ granted: 3, waitSeconds: 0 })
  })
})

/** How many connections wait for what this transaction holds. */
async function countWaiting(tx: Transaction): Promise<number> {
  const waiting = await tx.execute(sql`
    select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`)
  return waiting.length
}
