import { afterEach, beforeAll, afterAll, beforeEach, describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import { signToken } from './testing/key-server.ts'
import {
  client,
  entraWorld,
  memberships,
  memoryWorld,
  oid,
  oidcWorld,
} from './testing/provider-worlds.ts'
import { madeOf, wrongIdTokens } from './testing/wrong-id-tokens.ts'

const worlds = [
  { name: 'in memory', make: () => memoryWorld({ rotates: false }), rotates: false },
  { name: 'in memory that rotates', make: () => memoryWorld({ rotates: true }), rotates: true },
  { name: 'behind HTTP', make: () => oidcWorld({ rotates: false }), rotates: false },
  { name: 'behind HTTP that rotates', make: () => oidcWorld({ rotates: true }), rotates: true },
  { name: 'of Microsoft', make: () => entraWorld({ overage: false }), rotates: false },
]
const other = { groups: ['9a000000-0000-4000-8000-000000000002'], roles: [] }

describe.each(worlds)('a provider $name', ({ make, rotates }) => {
  let world: Awaited<ReturnType<typeof make>>
  beforeEach(async () => {
    world = await make()
  })
  afterEach(() => world.close())

  it('tells whom an ID token is about', async () => {
    const { idToken, nonce } = await world.signIn()
    const { provider, person } = world
    expect(await provider.readIdToken(idToken, nonce)).toEqual({
      outcome: 'read',
      person,
      memberships,
    })
    expect(provider.gives(person.subject)).toBe(true)
    expect(provider.gives(person.subject.replace(/:/, ':x'))).toBe(false)
  })

  it('takes no ID token of another sign-in', async () => {
    const { idToken } = await world.signIn()
    const reading = await world.provider.readIdToken(idToken, 'another')
    expect(reading).toEqual({ outcome: 'refused', reason: 'nonce' })
  })

  it('tells later what holds by then, each time again', async () => {
    let { refreshToken } = await world.signIn()
    for (const now of [memberships, other, { groups: [], roles: [] }]) {
      world.change(now)
      const told = await world.provider.reread(refreshToken)
      expect(told).toMatchObject({ outcome: 'read', person: world.person, memberships: now })
      const next = told.outcome === 'read' ? told.refreshToken : ''
      expect(next !== refreshToken).toBe(rotates)
      refreshToken = next
    }
  })

  it('tells that it can’t tell, and what to ask with next', async () => {
    const { refreshToken } = await world.signIn()
    world.fail()
    expect(await world.provider.reread(refreshToken)).toEqual({
      outcome: 'unavailable',
      message: expect.stringMatching(/\.$/),
      refreshToken,
    })
  })

  it('knows who is gone', async () => {
    const { refreshToken } = await world.signIn()
    world.remove()
    expect(await world.provider.reread(refreshToken)).toEqual({ outcome: 'gone' })
  })

  it('knows no refresh token that it didn’t give', async () => {
    expect(await world.provider.reread('made-up')).toEqual({ outcome: 'gone' })
  })
})

describe('a provider that gives another refresh token each time', () => {
  it('takes each once', async () => {
    const { provider, signIn, close } = await oidcWorld({ rotates: true })
    const { refreshToken } = await signIn()
    expect(await provider.reread(refreshToken)).toMatchObject({ outcome: 'read' })
    expect(await provider.reread(refreshToken)).toEqual({ outcome: 'gone' })
    await close()
  })

  it.each([
    { said: 'a text that is none', tamper: () => 'a.b.c' },
    { said: 'one without a signature', tamper: (token: string) => token.replace(/[^.]*$/, '') },
  ])('is asked with the next one even if its ID token is $said', async ({ tamper }) => {
    const { provider, issuer, signIn, close } = await oidcWorld({ rotates: true })
    const { refreshToken } = await signIn()
    issuer.state.tamper = tamper
    const told = await provider.reread(refreshToken)
    issuer.state.tamper = null
    const next = told.outcome === 'unavailable' ? told.refreshToken : ''
    expect(next).not.toBe(refreshToken)
    expect(await provider.reread(next)).toMatchObject({ outcome: 'read' })
    await close()
  })
})

describe('a provider of Microsoft whose tokens have no room for all groups', () => {
  let world: Awaited<ReturnType<typeof entraWorld>>
  beforeAll(async () => {
    world = await entraWorld({ overage: true })
  })
  afterAll(() => world.close())
  afterEach(() => {
    world.graph.state.fault = null
  })

  it('asks Graph, at the sign-in and later', async () => {
    const { idToken, nonce, refreshToken } = await world.signIn()
    expect(await world.provider.readIdToken(idToken, nonce)).toMatchObject({ memberships })
    world.graph.members.set(oid, other.groups)
    expect(await world.provider.reread(refreshToken)).toMatchObject({ memberships: other })
  })

  it('tells of no groups and no roles while Graph is down, and who it is', async () => {
    const { idToken, nonce, refreshToken } = await world.signIn()
    world.graph.state.fault = { kind: 'status', at: 'graph', status: 500 }
    const message = 'Microsoft Graph could not be reached.'
    const { person } = world
    const reading = await world.provider.readIdToken(idToken, nonce)
    expect(reading).toEqual({ outcome: 'unavailable', person, message })
    expect(await world.provider.reread(refreshToken)).toMatchObject({
      outcome: 'unavailable',
      message,
    })
  })

  it('counts somebody whom Graph no longer knows as gone', async () => {
    const { idToken, nonce, refreshToken } = await world.signIn()
    world.graph.members.delete(oid)
    expect(await world.provider.readIdToken(idToken, nonce)).toMatchObject({ outcome: 'gone' })
    expect(await world.provider.reread(refreshToken)).toEqual({ outcome: 'gone' })
  })
})

describe('an ID token of Microsoft', () => {
  let world: Awaited<ReturnType<typeof entraWorld>>
  let signed: Awaited<ReturnType<typeof world.signIn>>
  beforeAll(async () => {
    world = await entraWorld({ overage: false })
    signed = await world.signIn()
  })
  afterAll(() => world.close())

  it.each(wrongIdTokens)('$name is refused', async ({ make }) => {
    const wrong = await make(madeOf(signed.idToken, world.issuer.key))
    expect(wrong).not.toBe(signed.idToken)
    const reading = await world.provider.readIdToken(wrong, signed.nonce)
    expect(reading).toEqual({ outcome: 'refused', reason: expect.any(String) })
  })

  it('as it is, is taken', async () => {
    const reading = await world.provider.readIdToken(signed.idToken, signed.nonce)
    expect(reading.outcome).toBe('read')
  })

  it('with claims of any type gives the groups that it lists as GUIDs, or nothing', async () => {
    const { key } = world.issuer
    const made = madeOf(signed.idToken, key)
    const guid = fc.uuid()
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(null, '', [], {}, 0, [[]], true),
      fc.array(guid, { maxLength: 3 }),
      fc.constant(Array.from({ length: 100_000 }, () => 'x')),
    )
    const names = fc.constantFrom('groups', 'roles', 'hasgroups', '_claim_names', 'oid', 'tid')
    await fc.assert(
      fc.asyncProperty(names, anything, async (name, value) => {
        const token = await signToken(key, made.header, { ...made.claims, [name]: value })
        const reading = await world.provider.readIdToken(token, signed.nonce)
        if (reading.outcome !== 'read') return
        const id = name === 'oid' && typeof value === 'string' ? value.toLowerCase() : oid
        expect(reading.person.subject).toBe(`entra:${String(made.claims['tid'])}:${id}`)
        const listed = name === 'groups' ? [value].flat() : made.claims['groups']
        for (const group of reading.memberships.groups) {
          expect(listed).toContain(group)
          expect(group).toMatch(/^[0-9a-f-]{36}$/)
        }
      }),
      { numRuns: 150 },
    )
  })
})

it('a provider that is not there tells nothing, and lets nobody in', async () => {
  const world = await oidcWorld({ rotates: false })
  const { idToken, nonce, refreshToken } = await world.signIn()
  await world.close()
  expect(await world.provider.reread(refreshToken)).toMatchObject({ outcome: 'unavailable' })
  expect(await world.provider.readIdToken(idToken, nonce)).toEqual({
    outcome: 'refused',
    reason: 'discovery',
  })
})

it.each(['cut', 'garbage', 'error'] as const)(
  'a provider that answers wrongly tells nothing (%s), and may be asked again',
  async (fault) => {
    const world = await oidcWorld({ rotates: false })
    const { refreshToken } = await world.signIn()
    world.issuer.state.fault = fault
    const told = await world.provider.reread(refreshToken)
    expect(told).toMatchObject({ outcome: 'unavailable', refreshToken })
    expect(JSON.stringify({ ...told, refreshToken: '' })).not.toContain(client.secret)
    world.issuer.state.fault = null
    expect(await world.provider.reread(refreshToken)).toMatchObject({ outcome: 'read' })
    await world.close()
  },
)
