import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AccessTokenVerifier } from './access-token.ts'
import { newSigningKey, signToken, startKeyServer, type SigningKey } from './testing/key-server.ts'
import { entraIssuer, oidcIssuer, type TrustedIssuer } from './trusted-issuer.ts'

const tid = '8f1c0000-0000-4000-8000-00000000000a'
const otherTid = '8f1c0000-0000-4000-8000-00000000000f'
const oid = '8f1c0000-0000-4000-8000-00000000000b'
const group = '9a000000-0000-4000-8000-000000000001'
const audience = '5e000000-0000-4000-8000-00000000000c'
const program = '5e000000-0000-4000-8000-00000000000d'
const iss = `https://login.microsoftonline.com/${tid}/v2.0`
const oidcIss = 'https://id.example.com/realms/fleet'
const nowS = 1_800_000_000

const rightHeader = { typ: 'JWT', alg: 'RS256', kid: 'rsa' }
const times = { iat: nowS - 10, nbf: nowS - 10, exp: nowS + 3600 }
const person = { ...times, ver: '2.0', iss, tid, oid, aud: audience, azp: program, sub: 'pairwise' }
const rightPerson = { ...person, scp: 'openid access_as_user', groups: [group], name: 'Ada' }
const { nbf: _, ...untimely } = rightPerson
const rightService = { ...person, sub: oid, roles: ['Fleet.Admin'] }
const rightOidc = {
  ...times,
  iss: oidcIss,
  aud: ['berth'],
  sub: '42',
  client_id: 'cli',
  scope: 'openid berth',
  groups: ['/ieb/dev'],
}

let keys: Record<'rsa' | 'pss' | 'ec' | 'foreign', SigningKey>
let server: Awaited<ReturnType<typeof startKeyServer>>
let issuers: TrustedIssuer[]
let clock: { nowS: number }
let verifier: AccessTokenVerifier

beforeAll(async () => {
  keys = {
    rsa: await newSigningKey('rsa'),
    pss: await newSigningKey('pss', 'PS256'),
    ec: await newSigningKey('ec', 'ES256'),
    foreign: await newSigningKey('rsa'),
  }
  server = await startKeyServer([keys.rsa, keys.pss, keys.ec])
  const authority = 'https://login.microsoftonline.com'
  const entra = { audience, scope: 'access_as_user', authority }
  const oidc = { issuer: oidcIss, audience: 'berth', scope: 'berth', groupsClaim: 'groups' }
  issuers = [
    { ...entraIssuer({ tenant: tid, ...entra }), jwksUrl: server.url },
    oidcIssuer({ ...oidc, jwksUrl: server.url }),
  ]
})
afterAll(() => server.close())
beforeEach(() => {
  server.state.keys = [keys.rsa, keys.pss, keys.ec]
  server.state.answer = null
  server.state.requests = 0
  clock = { nowS }
  verifier = newVerifier()
})

const newVerifier = () => new AccessTokenVerifier(issuers, () => clock.nowS * 1000)
const signed = (payload: object | string, header: object | string = rightHeader) =>
  signToken(keys.rsa, header, payload)
const verify = async (payload: object | string, header?: object | string) =>
  verifier.verify(await signed(payload, header))

describe('an access token', () => {
  it('of a person tells who they are', async () => {
    expect(await verify(rightPerson)).toEqual({
      ok: true,
      caller: {
        kind: 'person',
        identity: {
          subject: { provider: 'entra', tenant: tid, object: oid },
          name: 'Ada',
          email: null,
          groups: { kind: 'known', ids: [group] },
          roles: [],
        },
        issuedAt: nowS - 10,
      },
    })
  })

  it.each([
    { says: 'sub equal to oid', claims: rightService },
    { says: 'idtyp', claims: { ...rightService, idtyp: 'app', sub: 'other' } },
  ])('of a program tells which one, by $says', async ({ claims }) => {
    expect(await verify(claims)).toMatchObject({
      ok: true,
      caller: { kind: 'service', identity: { subject: { object: oid }, roles: ['Fleet.Admin'] } },
    })
  })

  it.each([
    { kind: 'person', claims: rightOidc },
    { kind: 'service', claims: { ...rightOidc, sub: 'cli' } },
    { kind: 'person', claims: { ...rightOidc, scope: undefined, scp: ['berth'] } },
  ])('of another provider is that of a $kind', async ({ kind, claims }) => {
    expect(await verify(claims, { ...rightHeader, typ: 'at+jwt' })).toMatchObject({
      ok: true,
      caller: { kind, identity: { groups: { ids: ['/ieb/dev'] } } },
    })
  })

  it.each(['rsa', 'pss', 'ec'] as const)('may be signed by the key %s', async (name) => {
    const { kid, alg } = keys[name]
    const token = await signToken(keys[name], { ...rightHeader, kid, alg }, rightPerson)
    expect(await verifier.verify(token)).toMatchObject({ ok: true })
  })

  it('says that the groups did not fit, and leads to no address', async () => {
    const pointer = {
      _claim_names: { groups: 'src1' },
      _claim_sources: { src1: { endpoint: `${server.origin}/evil` } },
    }
    expect(await verify({ ...rightPerson, groups: undefined, ...pointer })).toMatchObject({
      ok: true,
      caller: { identity: { groups: { kind: 'overage' } } },
    })
    expect(server.state.requests).toBe(1)
  })

  it.each([
    { claims: { exp: nowS - 59 }, ok: true },
    { claims: { exp: nowS - 61 }, ok: false },
    { claims: { nbf: nowS + 59 }, ok: true },
    { claims: { nbf: nowS + 61 }, ok: false },
  ])('may be a minute off: $claims', async ({ claims, ok }) => {
    expect((await verify({ ...rightPerson, ...claims })).ok).toBe(ok)
  })
})

/** The parts of a right token, put together differently. */
const parts = async () => (await signed(rightPerson)).split('.') as [string, string, string]
const b64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const withHeader = (header: object | string) => () => signed(rightPerson, header)
const withHeaders = (headers: object) => withHeader({ ...rightHeader, ...headers })
const withClaims = (claims: object) => () => signed({ ...rightPerson, ...claims })
const without = (claim: keyof typeof rightPerson) => () =>
  signed({ ...rightPerson, [claim]: undefined })
const text = (token: string) => async () => token
const put = (pairs: string) => JSON.stringify(rightPerson).replace(/}$/, `,${pairs}}`)

type Mutation = readonly [what: string, code: string, token: () => Promise<string>]

const malformed: readonly Mutation[] = [
  // case | code | token
  ['nothing', 'token_malformed', text('')],
  ['percent signs', 'token_malformed', text('%%')],
  ['two dots', 'token_malformed', text('..')],
  ['no signature', 'token_malformed', async () => (await parts()).slice(0, 2).join('.')],
  [
    'an empty signature',
    'token_malformed',
    async () => `${(await parts()).slice(0, 2).join('.')}.`,
  ],
  ['five parts, as encrypted', 'token_malformed', async () => `${await signed(rightPerson)}.a.b`],
  ['a line break after it', 'token_malformed', async () => `${await signed(rightPerson)}\n`],
  ['padding after it', 'token_malformed', async () => `${await signed(rightPerson)}==`],
  ['a space within', 'token_malformed', async () => (await signed(rightPerson)).replace('.', ' .')],
  [
    'letters of base64',
    'token_malformed',
    async () => `${(await parts()).slice(0, 2).join('.')}.+/+/`,
  ],
  ['letters that are not ASCII', 'token_malformed', async () => `é${await signed(rightPerson)}`],
  [
    'bits that no byte needs',
    'token_malformed',
    async () => {
      const [header, payload] = await parts()
      return `${header}.${payload}.QUJDRB`
    },
  ],
  ['bytes after the header', 'token_malformed', withHeader(`${JSON.stringify(rightHeader)}x`)],
  [
    'a header in UTF-16',
    'token_malformed',
    withHeader(Buffer.from(JSON.stringify(rightHeader), 'utf16le').toString('latin1')),
  ],
  ['a byte order mark', 'token_malformed', withHeader(`\ufeff${JSON.stringify(rightHeader)}`)],
  ['a list as header', 'token_malformed', withHeader('[]')],
  ['null as claims', 'token_malformed', () => signed('null')],
  ['claims that nest without end', 'token_malformed', () => signed('['.repeat(9000))],
  [
    'claims that nest deep',
    'token_issuer',
    () => signed(`{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`),
  ],
  ['a megabyte', 'token_too_long', text('a'.repeat(2 ** 20))],
  ['20,000 characters', 'token_too_long', withClaims({ pad: 'x'.repeat(20_000) })],
  [
    'the algorithm twice',
    'token_duplicate',
    withHeader('{"typ":"JWT","kid":"rsa","alg":"none","alg":"RS256"}'),
  ],
  ['the audience twice', 'token_duplicate', () => signed(put(`"aud":"${audience}"`))],
  ['the person twice, once escaped', 'token_duplicate', () => signed(put(`"\\u006fid":"${oid}"`))],
  ['alg none', 'token_alg', withHeaders({ alg: 'none' })],
  [
    'alg nOnE and no signature',
    'token_malformed',
    async () => `${b64({ ...rightHeader, alg: 'nOnE' })}.${b64(rightPerson)}.`,
  ],
  ['alg rs256', 'token_alg', withHeaders({ alg: 'rs256' })],
  ['alg RS512', 'token_alg', withHeaders({ alg: 'RS512' })],
  ['alg null', 'token_alg', withHeaders({ alg: null })],
  ['alg as a list', 'token_alg', withHeaders({ alg: ['RS256'] })],
  [
    'HS256 with the public key as secret',
    'token_alg',
    async () => {
      const input = `${b64({ ...rightHeader, alg: 'HS256' })}.${b64(rightPerson)}`
      const secret = JSON.stringify(keys.rsa.publicJwk)
      return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
    },
  ],
  ['the type of another token', 'token_type', withHeaders({ typ: 'dpop+jwt' })],
  ['the type of a logout token', 'token_type', withHeaders({ typ: 'logout+jwt' })],
  ['no type', 'token_type', withHeader({ alg: 'RS256', kid: 'rsa' })],
  ['jku', 'token_key_header', () => withHeaders({ jku: `${server.origin}/evil` })()],
  ['x5u', 'token_key_header', () => withHeaders({ x5u: `${server.origin}/evil` })()],
  [
    'its own key',
    'token_key_header',
    () => signToken(keys.foreign, { ...rightHeader, jwk: keys.foreign.publicJwk }, rightPerson),
  ],
  ['its own certificate', 'token_key_header', withHeaders({ x5c: ['MIIB'] })],
  ['crit', 'token_critical', withHeaders({ crit: ['exp'] })],
  ['b64', 'token_critical', withHeaders({ b64: false })],
  ['no kid', 'token_key_unknown', withHeader({ typ: 'JWT', alg: 'RS256' })],
  ['a number as kid', 'token_key_unknown', withHeaders({ kid: 1 })],
  ['no issuer', 'token_issuer', without('iss')],
  ['another issuer', 'token_issuer', withClaims({ iss: 'https://evil.example/' })],
  ['a longer issuer', 'token_issuer', withClaims({ iss: `${iss}/` })],
  ['the issuer in a list', 'token_issuer', withClaims({ iss: [iss] })],
  [
    'the issuer of version 1',
    'token_issuer',
    withClaims({ iss: `https://sts.windows.net/${tid}/` }),
  ],
  ['the issuer of an object', 'token_issuer', withClaims({ iss: 'constructor' })],
  [
    "another tenant's issuer",
    'token_tenant',
    withClaims({ iss: iss.replace(tid, otherTid), tid: otherTid }),
  ],
  [
    "another tenant's issuer alone",
    'token_tenant',
    withClaims({ iss: iss.replace(tid, otherTid) }),
  ],
  ["another tenant's tid alone", 'token_tenant', withClaims({ tid: otherTid })],
  ['no tid', 'token_tenant', without('tid')],
  ['no audience', 'token_audience', without('aud')],
  ['another audience', 'token_audience', withClaims({ aud: 'https://graph.microsoft.com' })],
  ['more than one audience', 'token_audience', withClaims({ aud: [audience, 'other'] })],
  ['an audience that only starts so', 'token_audience', withClaims({ aud: `${audience}.evil` })],
  ['no expiry', 'token_expired', without('exp')],
  ['a past expiry', 'token_expired', withClaims({ exp: nowS - 3600 })],
  ['a text as expiry', 'token_expired', withClaims({ exp: String(nowS + 3600) })],
  ['a later start', 'token_not_yet_valid', withClaims({ nbf: nowS + 3600 })],
  ['a text as start', 'token_not_yet_valid', withClaims({ nbf: 'now' })],
]

const unsigned: readonly Mutation[] = [
  ['a kid that is a path', 'token_key_unknown', withHeaders({ kid: '../../dev/null' })],
  ['a kid that is a query', 'token_key_unknown', withHeaders({ kid: "x' or '1'='1" })],
  ['a kid of every object', 'token_key_unknown', withHeaders({ kid: '__proto__' })],
  ['the key of another algorithm', 'token_key_unknown', withHeaders({ kid: 'ec' })],
  [
    'a foreign key of the same name',
    'token_signature',
    () => signToken(keys.foreign, rightHeader, rightPerson),
  ],
  ['another signature scheme', 'token_signature', withHeaders({ alg: 'PS256' })],
  [
    'claims that were changed',
    'token_signature',
    async () => {
      const [header, , signature] = await parts()
      return `${header}.${b64({ ...rightPerson, oid: audience })}.${signature}`
    },
  ],
  [
    'a signature that was cut',
    'token_signature',
    async () => {
      const [header, payload, signature] = await parts()
      const shorter = Buffer.from(signature, 'base64url').subarray(1)
      return `${header}.${payload}.${shorter.toString('base64url')}`
    },
  ],
  [
    'a signature that goes on',
    'token_signature',
    async () => {
      const [header, payload, signature] = await parts()
      const longer = Buffer.concat([Buffer.from(signature, 'base64url'), Buffer.of(0)])
      return `${header}.${payload}.${longer.toString('base64url')}`
    },
  ],
]

const wrongClaims: readonly Mutation[] = [
  ['another scope', 'token_scope', withClaims({ scp: 'openid access_as_user_too' })],
  ['an empty scope', 'token_scope', withClaims({ scp: '' })],
  ['null as scope', 'token_scope', withClaims({ scp: null })],
  ['the shape of an ID token', 'token_kind', without('scp')],
  ['an ID token with roles', 'token_kind', withClaims({ scp: undefined, roles: ['Fleet.Admin'] })],
  ['a nonce', 'token_kind', withClaims({ nonce: 'x' })],
  ['a person and a program at once', 'token_kind', withClaims({ idtyp: 'app' })],
  ['a device', 'token_kind', () => signed({ ...rightService, idtyp: 'device' })],
  ['a program without roles', 'token_roles', () => signed({ ...rightService, roles: undefined })],
  [
    'a program with no role in the list',
    'token_roles',
    () => signed({ ...rightService, roles: [] }),
  ],
  ['one text as roles', 'token_claims', () => signed({ ...rightService, roles: 'Fleet.Admin' })],
  ['no oid', 'token_claims', without('oid')],
  ['an address as oid', 'token_claims', withClaims({ oid: 'ada@example.com' })],
  ['display names as groups', 'token_claims', withClaims({ groups: ['Developers'] })],
  ['null as groups', 'token_claims', withClaims({ groups: null })],
  [
    'another provider without the scope',
    'token_scope',
    () => signed({ ...rightOidc, scope: 'openid' }),
  ],
  ['an ID token of another provider', 'token_kind', () => signed({ ...rightOidc, nonce: 'x' })],
  [
    'another provider without a subject',
    'token_claims',
    () => signed({ ...rightOidc, sub: undefined }),
  ],
]

describe('a wrong access token', () => {
  it.each(malformed)('with %s is %s, and nobody is asked for keys', async (_what, code, token) => {
    expect(await verifier.verify(await token())).toMatchObject({ ok: false, code })
    expect(server.state.requests).toBe(0)
  })

  it.each([...unsigned, ...wrongClaims])('with %s is %s', async (_what, code, token) => {
    expect(await verifier.verify(await token())).toMatchObject({ ok: false, code })
    expect(server.state.requests).toBe(1)
  })

  it('is told apart from every other kind, in words that do not repeat it', async () => {
    const verdicts = new Map<string, string>()
    for (const [, , token] of [...malformed, ...unsigned, ...wrongClaims]) {
      const verdict = await verifier.verify(await token())
      if (!verdict.ok) verdicts.set(verdict.code, verdict.reason)
    }
    expect(verdicts.size).toBe(18)
    expect(new Set(verdicts.values()).size).toBe(18)
  })

  it('was right but for the one thing: the same token without it is accepted', async () => {
    expect(await verify(untimely)).toMatchObject({ ok: true })
    expect(await verify(put('"other":1'))).toMatchObject({ ok: true })
  })
})

const unknown = (kid: string) => verify(rightPerson, { ...rightHeader, kid })

describe("an issuer's keys", () => {
  it('are read once for many tokens, also when they come together', async () => {
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => verify(rightPerson)))
    expect(verdicts.every(({ ok }) => ok)).toBe(true)
    expect(server.state.requests).toBe(1)
  })

  it('are read again for unknown ones no more than once in a cool-down', async () => {
    await verify(rightPerson)
    clock.nowS += 61
    for (let index = 0; index < 20; index += 1) await unknown(`new-${index}`)
    await Promise.all(Array.from({ length: 20 }, (_, index) => unknown(`newer-${index}`)))
    expect(server.state.requests).toBe(2)
    clock.nowS += 59
    await unknown('newest')
    expect(server.state.requests).toBe(2)
  })

  it('may be new ones', async () => {
    server.state.keys = [keys.pss]
    expect(await verify(rightPerson)).toMatchObject({ code: 'token_key_unknown' })
    server.state.keys = [keys.rsa]
    expect(await verify(rightPerson)).toMatchObject({ code: 'token_key_unknown' })
    clock.nowS += 60
    expect(await verify(rightPerson)).toMatchObject({ ok: true })
  })

  it('are trusted no longer once withdrawn', async () => {
    expect(await verify(rightPerson)).toMatchObject({ ok: true })
    server.state.keys = [keys.pss]
    clock.nowS += 601
    expect(await verify(rightPerson)).toMatchObject({ code: 'token_key_unknown' })
  })

  it('hold while the issuer is away, for a day', async () => {
    const lasting = { ...rightPerson, exp: nowS + 1_000_000 }
    expect(await verify(lasting)).toMatchObject({ ok: true })
    server.state.answer = { status: 500, body: {} }
    clock.nowS += 80_000
    expect(await verify(lasting)).toMatchObject({ ok: true })
    clock.nowS += 7_000
    expect(await verify(lasting)).toMatchObject({ code: 'keys_unavailable' })
  })

  it.each([
    { status: 500, body: {} },
    { status: 302, body: {} },
    { status: 200, body: null },
    { status: 200, body: { keys: [] } },
    { status: 200, body: { keys: ['x'] } },
    { status: 200, body: 'x'.repeat(600_000) },
  ])('cannot be read from such an answer: $status', async (answer) => {
    server.state.answer = answer
    for (let index = 0; index < 3; index += 1) {
      expect(await verify(rightPerson)).toMatchObject({ ok: false, code: 'keys_unavailable' })
    }
    expect(server.state.requests).toBe(1)
  })

  it('are of no use when they are not what they say', async () => {
    const publicJwk = { ...keys.rsa.publicJwk, n: '%%' }
    server.state.keys = [{ ...keys.rsa, publicJwk }]
    expect(await verify(rightPerson)).toMatchObject({ ok: false })
  })

  it('are never one that both sides know', async () => {
    const secret = Buffer.from('a secret that an issuer published by mistake')
    const publicJwk = { kty: 'oct', kid: 'rsa', k: secret.toString('base64url') }
    server.state.keys = [{ ...keys.rsa, publicJwk }]
    const input = `${b64({ ...rightHeader, alg: 'HS256' })}.${b64(rightPerson)}`
    const token = `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
    expect(await verifier.verify(token)).toMatchObject({ code: 'token_alg' })
  })
})

describe('trusted issuers', () => {
  it.each(['common', 'organizations', 'consumers', '', 'contoso.com', tid.toUpperCase()])(
    'are never the tenant %j',
    (tenant) => {
      const settings = { tenant, audience, scope: 'x', authority: 'https://login.example' }
      expect(() => entraIssuer(settings)).toThrow('Not a GUID')
    },
  )

  it.each(['http://id.example.com/keys', 'file:///keys', 'keys', ''])(
    'never have their keys at %j',
    (jwksUrl) => {
      const issuer = { ...issuers[0]!, jwksUrl }
      expect(() => new AccessTokenVerifier([issuer])).toThrow('Not an https address')
    },
  )

  it('have a name each', () => {
    expect(() => new AccessTokenVerifier([...issuers, ...issuers])).toThrow('configured twice')
  })
})
