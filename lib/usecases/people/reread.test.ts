import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { createSealing } from '#lib/secrets/sealed.ts'
import { rightsOfPerson } from './rights.ts'
import { adminGroup, createFakeWorld, type FakeWorld } from './testing/fake-world.ts'

const MINUTE = 60_000
const admin = { role: 'admin', notice: null }
const nothing = { role: null, notice: null }

let world: FakeWorld
let secret: string
beforeEach(async () => {
  world = await createFakeWorld()
  world.put('ada', [adminGroup])
  secret = await world.signIn('ada')
})

const unavailable = { role: null, notice: expect.stringContaining('It is down.') }

function query<Row extends Record<string, unknown>>(text: ReturnType<typeof sql>) {
  return inTenant(world.database, world.tenant.id, (tx) => tx.execute<Row>(text))
}

async function liveSessions(): Promise<number> {
  const [row] = await query<{ count: number }>(
    sql`select count(*)::int as count from sessions where ended_at is null`,
  )
  return row!.count
}

describe('what a person may do', () => {
  it('is not read again in the first five minutes', async () => {
    world.put('ada', [])
    world.pass(5 * MINUTE - 1)
    expect(await world.look(secret)).toEqual(admin)
    await world.settle()
    expect(world.provider.readings).toBe(0)
  })

  it('is then read again in the background, once for all requests in the meantime', async () => {
    world.put('ada', [])
    world.pass(6 * MINUTE)
    const { promise, resolve } = Promise.withResolvers<void>()
    world.provider.gate = promise
    for (const _ of [1, 2, 3]) expect(await world.look(secret)).toEqual(admin)
    resolve()
    await world.settle()
    expect(world.provider.readings).toBe(1)
    expect(await world.look(secret)).toEqual(nothing)
  })

  it('is read again before the answer after ten minutes', async () => {
    world.put('ada', [])
    world.pass(10 * MINUTE)
    expect(await world.look(secret)).toEqual(nothing)
    world.put('ada', [adminGroup])
    world.pass(10 * MINUTE)
    expect(await world.look(secret)).toEqual(admin)
    expect(world.provider.readings).toBe(2)
  })

  it('is read with the newest refresh token of a provider that accepts each only once', async () => {
    world.provider.rotates = true
    for (let round = 0; round < 4; round += 1) {
      world.pass(11 * MINUTE)
      expect(await world.look(secret)).toEqual(admin)
    }
    expect(world.provider.readings).toBe(4)
  })

  it('is the same for a token that they made, by the same reading', async () => {
    world.put('ada', [])
    world.pass(11 * MINUTE)
    const tenant = { ...world.tenant, accessVersion: 0 }
    const subject = world.subject('ada')
    const told = await rightsOfPerson(world.services, tenant, subject)
    expect(told).toMatchObject({ rights: { role: null }, name: 'ada', notice: null })
    expect(await world.look(secret)).toEqual(nothing)
    expect(world.provider.readings).toBe(1)
    expect(await rightsOfPerson(world.services, tenant, world.subject('eve'))).toBeNull()
  })

  it('costs one query while nothing is to be read', async () => {
    const seen: string[] = []
    const pool = {
      ...world.database.pool,
      lend: ((action) => {
        seen.push('query')
        return world.database.pool.lend(action)
      }) as typeof world.database.pool.lend,
    }
    await world.look(secret)
    await world.look(secret, { ...world.services, database: { pool } })
    expect(seen).toHaveLength(1)
  })
})

describe('a provider that can’t be asked', () => {
  beforeEach(() => {
    world.provider.failure = 'It is down.'
  })

  it('takes nothing away within the ten minutes', async () => {
    world.pass(6 * MINUTE)
    expect(await world.look(secret)).toEqual(admin)
    await world.settle()
    expect(await world.look(secret)).toEqual(admin)
    world.pass(4 * MINUTE - 1)
    expect(await world.look(secret)).toEqual(admin)
  })

  it('takes all away after them, and says why', async () => {
    world.pass(10 * MINUTE)
    expect(await world.look(secret)).toEqual(unavailable)
    const [row] = await query(sql`select groups::text, roles::text, rights_state from people`)
    expect(row).toEqual({ groups: '{}', roles: '{}', rights_state: 'unavailable' })
  })

  it('takes all away after them even when the last try was not long ago', async () => {
    world.pass(10 * MINUTE - 1000)
    await world.look(secret)
    await world.settle()
    world.pass(2000)
    expect(await world.look(secret)).toEqual(unavailable)
    expect(world.provider.readings).toBe(1)
  })

  it('is asked again every half minute, and no more often', async () => {
    world.pass(10 * MINUTE)
    for (const _ of [1, 2, 3]) await world.look(secret)
    expect(world.provider.readings).toBe(1)
    world.pass(29_000)
    await world.look(secret)
    expect(world.provider.readings).toBe(1)
    world.pass(1000)
    world.provider.failure = null
    expect(await world.look(secret)).toEqual(admin)
    expect(world.provider.readings).toBe(2)
  })

  it('gives nothing at a sign-in, until it can be asked', async () => {
    const next = await world.signIn('ada')
    expect(await world.look(next)).toEqual(unavailable)
    world.provider.failure = null
    world.pass(31_000)
    expect(await world.look(next)).toEqual(admin)
  })
})

describe('somebody for whom nobody vouches any more', () => {
  it('is signed out everywhere', async () => {
    const other = await world.signIn('ada')
    world.remove('ada')
    world.pass(11 * MINUTE)
    expect(await world.look(secret)).toBeNull()
    expect(await world.look(other)).toBeNull()
    expect(await liveSessions()).toBe(0)
  })

  it('is signed out by a reading in the background too', async () => {
    world.remove('ada')
    world.pass(6 * MINUTE)
    await world.look(secret)
    await world.settle()
    expect(await world.look(secret)).toBeNull()
  })

  it('is signed out ten minutes after signing in, where the provider gives nothing to ask with', async () => {
    const next = await world.signIn('ada', { refreshToken: null })
    world.pass(10 * MINUTE - 1)
    expect(await world.look(next)).toEqual(admin)
    world.pass(1)
    expect(await world.look(next)).toBeNull()
    expect(await liveSessions()).toBe(0)
    expect(await world.look(await world.signIn('ada'))).toEqual(admin)
  })

  it('is signed out at once when their provider is removed, or given to another tenant', async () => {
    const { services } = world
    expect(await world.look(secret, { ...services, identityProviders: [] })).toBeNull()
    const again = await world.signIn('ada')
    const moved = Object.assign(Object.create(world.provider) as typeof world.provider, {
      tenantName: 'other',
    })
    expect(await world.look(again, { ...services, identityProviders: [moved] })).toBeNull()
    expect(await liveSessions()).toBe(0)
  })

  it('is never somebody who signed in again while the provider was asked', async () => {
    world.pass(11 * MINUTE)
    const { promise, resolve } = Promise.withResolvers<void>()
    world.provider.gate = promise
    const looking = world.look(secret)
    while (world.provider.readings === 0) await new Promise((done) => setTimeout(done, 5))
    world.remove('ada')
    world.put('ada', [adminGroup])
    const token = `${world.subject('ada')} 7`
    const next = await world.signIn('ada', { refreshToken: token })
    world.remove('ada')
    resolve()
    expect(await looking).toEqual(admin)
    expect(await world.look(next)).toEqual(admin)
  })
})

describe('an answer that is not about the person', () => {
  it('gives nothing', async () => {
    world.put('eve', [adminGroup])
    world.put('ada', [])
    const token = world.subject('eve')
    const next = await world.signIn('ada', { refreshToken: token })
    world.pass(11 * MINUTE)
    const notice = expect.stringContaining('somebody else')
    expect(await world.look(next)).toEqual({ role: null, notice })
  })
})

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')

const sealing = (...bytes: number[]) => createSealing(bytes.map(keyOf), 'the tests')

describe('the key of the refresh tokens', () => {
  it('when lost leaves nothing to ask with, and no rights', async () => {
    world.pass(11 * MINUTE)
    const services = { ...world.services, sealing: sealing(1) }
    const notice = expect.stringContaining('sign out, and in again')
    expect(await world.look(secret, services)).toEqual({ role: null, notice })
    expect(world.provider.readings).toBe(0)
  })

  it('may be followed by another', async () => {
    world.pass(11 * MINUTE)
    const services = { ...world.services, sealing: sealing(1, 7) }
    expect(await world.look(secret, services)).toEqual(admin)
  })

  it('opens none that is in the row of somebody else', async () => {
    world.put('eve', [])
    const eve = await world.signIn('eve')
    await query(sql`update people set refresh_token = (
      select refresh_token from people where subject = ${world.subject('ada')})`)
    world.pass(11 * MINUTE)
    expect(await world.look(eve)).toMatchObject({ role: null, notice: expect.any(String) })
    expect(world.provider.readings).toBe(0)
  })
})

describe('two replicas', () => {
  it('ask once between them, and both answer with what came of it', async () => {
    world.put('ada', [])
    world.pass(11 * MINUTE)
    const replicas = [world.services, world.replica()]
    const { promise, resolve } = Promise.withResolvers<void>()
    world.provider.gate = promise
    const looks = replicas.flatMap((berth) => [
      world.look(secret, berth),
      world.look(secret, berth),
    ])
    while (world.provider.readings === 0) await new Promise((done) => setTimeout(done, 5))
    setTimeout(resolve, 100)
    expect(await Promise.all(looks)).toEqual([nothing, nothing, nothing, nothing])
    expect(world.provider.readings).toBe(1)
  })

  it('wait for one that died no longer than half a minute', async () => {
    world.put('ada', [])
    world.pass(11 * MINUTE)
    world.provider.gate = new Promise(() => {})
    void world.look(secret).catch(() => null)
    while (world.provider.readings === 0) await new Promise((done) => setTimeout(done, 5))
    world.provider.gate = Promise.resolve()
    const waiting = world.look(secret, world.replica())
    world.pass(31_000)
    expect(await waiting).toEqual(nothing)
    expect(world.provider.readings).toBe(2)
  })
})
