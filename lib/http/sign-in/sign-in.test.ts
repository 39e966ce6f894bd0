// Signing in over the portal's own routes, at a real issuer: what lets somebody in, and all that must not.
import { decodeJwt } from 'jose'
import { decode } from 'next-auth/jwt'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { inTenant } from '#db/client.ts'
import { signToken } from '#lib/adapters/identity/testing/key-server.ts'
import { overage } from '#lib/adapters/identity/testing/provider-worlds.ts'
import {
  adminEmail,
  madeOf,
  wrongIdTokens,
} from '#lib/adapters/identity/testing/wrong-id-tokens.ts'
import { answer } from '#lib/http/api/answer.ts'
import { operations } from '#lib/http/operations/operations.ts'
import {
  adminGroup,
  createIdentityWorld,
  type IdentityWorld,
} from '#lib/http/testing/identity-world.ts'
import type { PortalVisitor } from '#lib/http/testing/portal-visitor.ts'
import { installServices } from '#lib/usecases/services.ts'
import { openSession } from '#lib/usecases/sessions/open.ts'
import { sessionOf, sessionSecretOf } from './session.ts'
import { signInSentence } from './sign-in-errors.ts'

const oid = '8f1c0000-0000-4000-8000-00000000000b'
const groupsOf = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `9a000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
  )
const ada = { oid, name: 'Ada', email: 'ada@example.com', groups: [adminGroup] }

async function sessionIn(world: IdentityWorld, visitor: PortalVisitor) {
  installServices(world.services)
  return sessionOf(new Headers(visitor.headers))
}

async function countSessions({ database, tenant }: IdentityWorld): Promise<number> {
  const [row] = await inTenant(database, tenant.id, (tx) =>
    tx.execute<{ count: number }>(sql`select count(*)::int as count from sessions`),
  )
  return row!.count
}

/** The newest events of the audit, newest first. */
async function newestEvents({ database, tenant }: IdentityWorld, limit: number) {
  const query = sql`
    select action, actor_name as name, result, code, address from audit_events
    where tenant = ${tenant.id} order by id desc limit ${limit}`
  return [...(await inTenant(database, tenant.id, (tx) => tx.execute(query)))]
}

const signedIn = { action: 'sessions.begin', name: 'Ada', result: 'accepted', code: null }

describe.each([{ entra: true }, { entra: false }])('signing in (entra: $entra)', ({ entra }) => {
  let world: IdentityWorld
  beforeAll(async () => {
    world = await createIdentityWorld({
      entra,
      accounts: { ada, nobody: { oid: oid.replace('8f1c', '1111'), name: 'Nobody' } },
    })
  })

  it('opens a session with the rights of the groups that the token names', async () => {
    const visitor = await world.visitor().signIn(world.provider, 'ada')
    const issuer = world.issuer.url
    expect(await sessionIn(world, visitor)).toMatchObject({
      tenant: { name: world.tenant.name },
      actor: {
        kind: 'person',
        id: entra ? `entra:${world.tid}:${oid}` : `oidc:${issuer}#ada`,
        name: 'Ada',
        email: 'ada@example.com',
        role: 'admin',
      },
      notice: null,
    })
  })

  it('opens a session without any right for who is in no group', async () => {
    const visitor = await world.visitor().signIn(world.provider, 'nobody')
    expect(await sessionIn(world, visitor)).toMatchObject({ actor: { role: null, name: 'Nobody' } })
  })

  it('leads to the page that was asked for', async () => {
    const visitor = world.visitor()
    const address = await visitor.begin(world.provider, '/clusters?q=a')
    const { location } = await visitor.finish(await visitor.choose(address, 'ada'))
    expect(location).toBe('https://berth.example.com/clusters?q=a')
  })

  it('sends a challenge, a state and a nonce, of its own each time', async () => {
    const sent = await Promise.all(
      [1, 2].map(async () => new URL(await world.visitor().begin(world.provider)).searchParams),
    )
    for (const query of sent) expect(query.get('code_challenge_method')).toBe('S256')
    for (const name of ['code_challenge', 'state', 'nonce']) {
      const values = sent.map((query) => query.get(name))
      expect(new Set(values).size).toBe(2)
      for (const value of values) expect(value!.length).toBeGreaterThanOrEqual(43)
    }
  })

  it('leaves a cookie with the session’s secret alone, which the database doesn’t hold', async () => {
    const visitor = await world.visitor().signIn(world.provider, 'ada')
    const { sessionSecret: secret } = world.services
    const claims = await decode({ token: visitor.sessionCookie!, secret })
    expect(Object.keys(claims!).sort()).toEqual(['exp', 'iat', 'jti', 'sub'])
    expect(claims!.sub).toMatch(/^[\w-]{43}$/)
    const rows = await inTenant(world.database, world.tenant.id, (tx) =>
      tx.execute(sql`select row_to_json(p)::text as person, row_to_json(s)::text as session
        from people p join sessions s using (tenant, subject)`),
    )
    expect(JSON.stringify(rows)).not.toContain(claims!.sub)
    expect(JSON.stringify(rows)).not.toContain('eyJ')
  })

  it('ends the session that the browser had before', async () => {
    const visitor = await world.visitor().signIn(world.provider, 'ada')
    const before = visitor.headers
    await visitor.signIn(world.provider, 'ada')
    expect(await sessionIn(world, visitor)).not.toBeNull()
    expect(await sessionOf(new Headers(before))).toBeNull()
  })

  it('goes on past a cookie of its own that can’t be read', async () => {
    const visitor = world.visitor()
    visitor.cookies.set('__Host-next-auth.csrf-token', '%')
    await visitor.signIn(world.provider, 'ada')
    expect(await sessionIn(world, visitor)).not.toBeNull()
  })

  it('counts by the first of two cookies of one name', async () => {
    const visitor = await world.visitor().signIn(world.provider, 'ada')
    const [right, wrong] = [visitor.sessionCookie!, 'x'].map((it) => `__Host-berth-session=${it}`)
    expect(await sessionOf(new Headers({ cookie: `${right}; ${wrong}` }))).not.toBeNull()
    expect(await sessionOf(new Headers({ cookie: `${wrong}; ${right}` }))).toBeNull()
  })

  it('stands in the audit, when it began and when it ended', async () => {
    const visitor = await world.visitor().signIn(world.provider, 'ada')
    expect(await newestEvents(world, 1)).toMatchObject([signedIn])
    await visitor.signOut()
    const signedOut = { ...signedIn, action: 'sessions.end' }
    expect(await newestEvents(world, 2)).toMatchObject([signedOut, signedIn])
  })

  it('lasts until signing out, for every copy of the cookie, and for no other browser', async () => {
    const [visitor, other] = await Promise.all([
      world.visitor().signIn(world.provider, 'ada'),
      world.visitor().signIn(world.provider, 'ada'),
    ])
    const copy = visitor.headers
    await visitor.signOut()
    expect(visitor.sessionCookie).toBeNull()
    expect(await sessionOf(new Headers(copy))).toBeNull()
    expect(await sessionIn(world, other)).not.toBeNull()
  })

  it('lasts twelve hours at the most', async () => {
    const visitor = await world.visitor().signIn(world.provider, 'ada')
    const [row] = await inTenant(world.database, world.tenant.id, (tx) =>
      tx.execute<{ hours: number }>(sql`
        select (extract(epoch from max(expires_at - created_at)) / 3600)::float8 as hours from sessions`),
    )
    expect(row!.hours).toBeCloseTo(12, 3)
    await inTenant(world.database, world.tenant.id, (tx) =>
      tx.execute(sql`delete from sessions where ended_at is not null`),
    )
    await world.asOwner(sql`
      update sessions set expires_at = now() where tenant = ${world.tenant.id}`)
    expect(await sessionIn(world, visitor)).toBeNull()
  })

  it('says why when the person didn’t go through with it', async () => {
    const visitor = world.visitor()
    const address = await visitor.begin(world.provider, '/clusters')
    const { location, isSignedIn } = await visitor.finish(await visitor.choose(address, 'eve'))
    const { pathname, searchParams } = new URL(location)
    expect(pathname).toBe('/sign-in')
    expect(searchParams.get('error')).toBe('declined')
    expect(searchParams.get('callbackUrl')).toBe('https://berth.example.com/clusters')
    expect(isSignedIn).toBe(false)
  })

  it('lets nobody write to the provider’s address', async () => {
    const visitor = world.visitor()
    await visitor.begin(world.provider)
    const form = { csrfToken: 'x', json: 'true' }
    const answer = await visitor.ask(`/api/auth/signin/${world.provider}?scope=all`, form)
    expect(answer.status).toBe(400)
  })
})

describe('an answer of the provider', () => {
  let world: IdentityWorld
  let visitor: PortalVisitor
  let callback: string
  beforeAll(async () => {
    world = await createIdentityWorld({ entra: true, accounts: { ada } })
  })
  beforeEach(async () => {
    visitor = world.visitor()
    callback = await visitor.choose(await visitor.begin(world.provider), 'ada')
  })
  const refused = async (who: PortalVisitor, address: string) => {
    const before = await countSessions(world)
    const { location, isSignedIn } = await who.finish(address)
    expect(isSignedIn).toBe(false)
    expect(new URL(location).pathname).toBe('/sign-in')
    expect(signInSentence(new URL(location).searchParams.get('error')!)).toMatch(/verified/)
    expect(await countSessions(world)).toBe(before)
  }

  it('signs in the browser that asked for it', async () => {
    expect(await visitor.finish(callback)).toMatchObject({ isSignedIn: true })
  })

  it('signs in no other browser', async () => {
    await refused(world.visitor(), callback)
    const other = world.visitor()
    await other.begin(world.provider)
    await refused(other, callback)
  })

  it('is worth nothing a second time', async () => {
    const copy = world.visitor()
    for (const [name, value] of visitor.cookies) copy.cookies.set(name, value)
    await visitor.finish(callback)
    await refused(copy, callback)
  })

  it.each(['state', 'nonce', 'pkce.code_verifier'])(
    'is worth nothing without the cookie %s, or with that of another sign-in',
    async (name) => {
      const own = [...visitor.cookies.keys()].find((cookie) => cookie.endsWith(name))!
      const other = world.visitor()
      await other.begin(world.provider)
      const swapped = world.visitor()
      for (const pair of visitor.cookies) swapped.cookies.set(...pair)
      swapped.cookies.set(own, other.cookies.get(own)!)
      visitor.cookies.delete(own)
      await refused(visitor, callback)
      await refused(swapped, callback)
    },
  )

  it.each(['state', 'code'])('is worth nothing with another %s', async (name) => {
    const address = new URL(callback)
    address.searchParams.set(name, 'x'.repeat(43))
    await refused(visitor, address.href)
  })

  it('is worth nothing at another provider’s address', async () => {
    const second = world.replica({
      OIDC_ISSUER: world.issuer.url,
      OIDC_CLIENT_ID: world.client.id,
      OIDC_CLIENT_SECRET: world.client.secret,
    })
    const mixed = world.visitor(second)
    for (const pair of visitor.cookies) mixed.cookies.set(...pair)
    await refused(mixed, callback.replace(world.provider, 'oidc'))
  })
})

describe('an ID token', () => {
  let world: IdentityWorld
  beforeAll(async () => {
    world = await createIdentityWorld({ entra: true, accounts: { ada } })
  })
  afterEach(() => {
    world.issuer.state.tamper = null
  })
  const attempt = async (tamper: (idToken: string) => Promise<string> | string) => {
    const visitor = world.visitor()
    const callback = await visitor.choose(await visitor.begin(world.provider), 'ada')
    world.issuer.state.tamper = tamper
    return { visitor, ...(await visitor.finish(callback)) }
  }

  it.each(wrongIdTokens)('$name signs nobody in', async ({ make }) => {
    const before = await countSessions(world)
    const tamper = (token: string) => make(madeOf(token, world.issuer.key))
    const { location, isSignedIn } = await attempt(tamper)
    expect(isSignedIn).toBe(false)
    const code = new URL(location).searchParams.get('error')
    expect(['OAuthCallback', 'unverified', 'claims']).toContain(code)
    expect(await countSessions(world)).toBe(before)
  })

  it('that is right signs in', async () => {
    expect(await attempt((token) => token)).toMatchObject({ isSignedIn: true })
  })

  it('with the e-mail address of an admin makes nobody an admin', async () => {
    const { key } = world.issuer
    const eve = oid.replace('8f1c', 'eeee')
    const own = await attempt((token) => token)
    expect(await sessionIn(world, own.visitor)).toMatchObject({ actor: { role: 'admin' } })
    const { visitor } = await attempt((token) => {
      const { header, claims } = madeOf(token, key)
      const claimed = { email: adminEmail, preferred_username: ada.email, upn: ada.email }
      return signToken(key, header, { ...claims, ...claimed, oid: eve, groups: [] })
    })
    const session = await sessionIn(world, visitor)
    expect(session).toMatchObject({
      actor: { id: `entra:${world.tid}:${eve}`, role: null },
    })
    expect(session!.actor.teams.size).toBe(0)
  })
})

describe('somebody of Microsoft Entra ID', () => {
  let world: IdentityWorld
  beforeAll(async () => {
    world = await createIdentityWorld({ entra: true, accounts: {} })
  })
  afterEach(() => {
    world.graph.state.fault = null
  })
  const person = (claims: object) =>
    void world.issuer.accounts.set('ada', { tid: world.tid, oid, name: 'Ada', ...claims })
  const enter = async () => {
    const visitor = await world.visitor().signIn(world.provider, 'ada')
    return { visitor, session: await sessionIn(world, visitor) }
  }

  it.each([
    { groups: groupsOf(0), role: null },
    { groups: groupsOf(1), role: 'admin' },
    { groups: groupsOf(200), role: 'admin' },
    { groups: groupsOf(200).slice(1), role: null },
  ])('with groups in the token has their rights ($role)', async ({ groups, role }) => {
    person({ groups })
    expect((await enter()).session).toMatchObject({ actor: { role }, notice: null })
  })

  it.each([201, 1000])('with %i groups has their rights, by Graph page by page', async (count) => {
    person({ ...overage, groups: undefined })
    world.graph.members.set(oid, groupsOf(count).toReversed())
    const { visitor, session } = await enter()
    expect(session).toMatchObject({ actor: { role: 'admin' }, notice: null })
    const { cookie = '' } = visitor.headers
    expect(cookie.length).toBeLessThan(4096)
    const callback = await visitor.choose(await visitor.begin(world.provider), 'ada')
    const sent = JSON.stringify(visitor.headers).length + callback.length
    expect(sent).toBeLessThan(8192)
  })

  it.each([
    { fault: { kind: 'status', at: 'graph', status: 500 }, message: /could not be reached/ },
    {
      fault: { kind: 'status', at: 'graph', status: 429, retryAfter: '600' },
      message: /is busy/,
    },
    { fault: { kind: 'status', at: 'graph', status: 403 }, message: /does not let Berth/ },
    { fault: { kind: 'cut', at: 'graph' }, message: /could not be reached/ },
    { fault: { kind: 'body', at: 'graph', body: '{}' }, message: /makes no sense/ },
    { fault: { kind: 'hang', at: 'graph' }, message: /did not answer in time/ },
  ] as const)(
    'has no right and is told why while Graph fails: $fault.kind',
    async ({ fault, message }) => {
      person({ ...overage, roles: ['Fleet.Admin'] })
      world.graph.members.set(oid, groupsOf(300))
      world.graph.state.fault = { ...fault }
      const { session } = await enter()
      expect(session).toMatchObject({
        actor: { role: null },
        notice: expect.stringMatching(message),
      })
      expect(session!.actor.teams.size).toBe(0)
    },
  )

  it('has their rights when Graph was busy for a moment', async () => {
    person(overage)
    world.graph.members.set(oid, groupsOf(201))
    world.graph.state.fault = {
      kind: 'status',
      at: 'graph',
      status: 429,
      retryAfter: '0',
      times: 1,
    }
    expect((await enter()).session).toMatchObject({ actor: { role: 'admin' }, notice: null })
  })

  it('whom the directory knows no more is not let in', async () => {
    person(overage)
    world.graph.members.delete(oid)
    const visitor = world.visitor()
    const callback = await visitor.choose(await visitor.begin(world.provider), 'ada')
    const { location, isSignedIn } = await visitor.finish(callback)
    expect(isSignedIn).toBe(false)
    expect(new URL(location).searchParams.get('error')).toBe('gone')
    expect(await newestEvents(world, 1)).toMatchObject([
      { action: 'sessions.begin', result: 'refused', code: 'gone' },
    ])
  })
})

describe.each([{ entra: true }, { entra: false }])(
  'what is taken from somebody at their provider (entra: $entra)',
  ({ entra }) => {
    let world: IdentityWorld
    let visitor: PortalVisitor
    beforeEach(async () => {
      world = await createIdentityWorld({
        entra,
        accounts: { ada: entra ? { oid, name: 'Ada', ...overage } : ada },
      })
      world.graph.members.set(oid, [adminGroup])
      visitor = await world.visitor().signIn(world.provider, 'ada')
    })
    const makeTeam = async (name: string) => {
      installServices(world.services)
      const request = new Request('https://berth.example.com/api/v1/teams', {
        method: 'POST',
        body: JSON.stringify({ name }),
        headers: {
          ...visitor.headers,
          origin: 'https://berth.example.com',
          'content-type': 'application/json',
        },
      })
      const operation = operations.find(({ id }) => id === 'createTeam')!
      return (await answer(operation, request, {})).status
    }
    const leaveGroup = () => {
      if (entra) world.graph.members.set(oid, [])
      else world.issuer.accounts.set('ada', { ...ada, groups: [] })
    }

    it('is gone from the API within ten minutes', async () => {
      expect(await makeTeam('one')).toBe(201)
      leaveGroup()
      world.pass(10 * 60_000)
      expect([403, 404]).toContain(await makeTeam('two'))
      expect(await sessionIn(world, visitor)).toMatchObject({ actor: { role: null } })
    })

    it('is asked for once by two replicas', async () => {
      leaveGroup()
      world.pass(10 * 60_000)
      const before = world.issuer.state.tokenRequests
      const replicas = [world.services, world.replica()]
      const secret = (await sessionSecretOf(world.services, new Headers(visitor.headers)))!
      const sessions = await Promise.all(replicas.map((berth) => openSession(berth, secret)))
      for (const session of sessions) expect(session).toMatchObject({ actor: { role: null } })
      expect(world.issuer.state.tokenRequests - before).toBe(1)
    })

    it('with the account signs them out', async () => {
      world.issuer.accounts.delete('ada')
      world.pass(10 * 60_000)
      expect(await makeTeam('two')).toBe(401)
      expect(await sessionIn(world, visitor)).toBeNull()
    })
  },
)

describe('the way back', () => {
  let world: IdentityWorld
  beforeAll(async () => {
    world = await createIdentityWorld({ accounts: { ada } })
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    'https://evil.example/',
    'https://berth.example.com.evil.example/',
    'https://berth.example.com@evil.example/',
    'https://evil.example/https://berth.example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    '/%0d%0aLocation:%20https://evil.example',
    '%2f%2fevil.example',
    '%252f%252fevil.example',
    '/\t/evil.example',
    '\\\\evil.example',
  ])('never leads to another site: %s', async (callbackUrl) => {
    const visitor = world.visitor()
    const address = await visitor.begin(world.provider, callbackUrl)
    const { location, isSignedIn } = await visitor.finish(await visitor.choose(address, 'ada'))
    expect(isSignedIn).toBe(true)
    expect(new URL(location, 'https://berth.example.com').origin).toBe('https://berth.example.com')
    expect(location).not.toMatch(/[\r\n]/)
  })

  it('is told by a code, and any other text by a sentence that holds nothing of it', () => {
    expect(signInSentence('<b>Call 555-0100</b>')).toBe('Signing in did not work. Try again.')
    expect(signInSentence('constructor')).toBe('Signing in did not work. Try again.')
    expect(signInSentence(undefined)).toBeNull()
  })
})

describe('the routes of signing in', () => {
  let world: IdentityWorld
  beforeAll(async () => {
    world = await createIdentityWorld({ accounts: { ada } })
  })

  it.each(['session', '_log', 'verify-request', 'nonsense', '__proto__'])(
    'know no %s',
    async (action) => {
      expect((await world.visitor().ask(`/api/auth/${action}`)).status).toBe(404)
    },
  )

  it('tell scripts of the providers nothing secret', async () => {
    const text = await (await world.visitor().ask('/api/auth/providers')).text()
    expect(text).toContain('oidc')
    expect(text).not.toContain(world.client.secret)
  })

  it('open nothing to a cookie that somebody made up', async () => {
    installServices(world.services)
    for (const value of ['x', '', 'a.b.c.d.e', decodeJwt.name]) {
      expect(await sessionOf(new Headers({ cookie: `__Host-berth-session=${value}` }))).toBeNull()
    }
  })
})
