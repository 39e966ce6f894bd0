import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AccessTokenVerifier } from './access-token.ts'
import { newSigningKey, signToken, startKeyServer } from './testing/key-server.ts'
import { entraIssuer } from './trusted-issuer.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 10_000)

const tenant = '8f1c0000-0000-4000-8000-00000000000a'
const authority = 'https://login.microsoftonline.com'
const nowS = 1_800_000_000
const header = { typ: 'JWT', alg: 'RS256', kid: 'rsa' }
const claims = {
  iss: `${authority}/${tenant}/v2.0`,
  tid: tenant,
  oid: tenant,
  aud: 'berth',
  scp: 'berth',
  exp: nowS + 60,
}

let server: Awaited<ReturnType<typeof startKeyServer>>
let verifier: AccessTokenVerifier
let right: string

beforeAll(async () => {
  const key = await newSigningKey('rsa')
  server = await startKeyServer([key])
  right = await signToken(key, header, claims)
})
afterAll(() => server.close())
beforeEach(() => {
  server.state.requests = 0
  const issuer = entraIssuer({ tenant, authority, audience: 'berth', scope: 'berth' })
  verifier = new AccessTokenVerifier([{ ...issuer, jwksUrl: server.url }], () => nowS * 1000)
})

const b64 = (text: string) => Buffer.from(text).toString('base64url')
const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('__proto__', '../../x', 'none'))
const names = ['alg', 'typ', 'kid', 'crit', 'jku', 'jwk', 'x5c', 'b64', 'enc', 'zip', '__proto__']
const claimNames = ['iss', 'aud', 'tid', 'oid', 'exp', 'nbf', 'scp', 'roles', 'idtyp', 'groups']

/** The right object with some of its fields replaced, as JSON. */
const bent = (right: object, keys: readonly string[]) =>
  fc
    .dictionary(fc.constantFrom(...keys), odd, { maxKeys: 2 })
    .map((changes) => JSON.stringify({ ...right, ...changes }))

const token = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.base64String().map((text) => text.replaceAll('/', '.')),
  fc
    .array(fc.jsonValue(), { maxLength: 5 })
    .map((parts) => parts.map((part) => b64(JSON.stringify(part))).join('.')),
  fc
    .tuple(bent(header, names), bent(claims, claimNames), fc.base64String())
    .map(([head, body, signature]) => `${b64(head)}.${b64(body)}.${b64(signature)}`),
)

describe('any text as an access token', () => {
  it('is refused with a code, and asks for keys once at most', async () => {
    await fc.assert(
      fc.asyncProperty(token, async (text) => {
        const verdict = await verifier.verify(text)
        expect(verdict).toMatchObject({ ok: false, code: /^token_[a-z_]+$/ })
      }),
      { numRuns },
    )
    expect(server.state.requests).toBeLessThanOrEqual(1)
  })

  it('is refused when one letter of a right one is another', async () => {
    expect(await verifier.verify(right)).toMatchObject({ ok: true })
    await fc.assert(
      fc.asyncProperty(
        fc.nat(right.length - 1),
        fc.constantFrom('a', 'Z', '0', '_', '.', '-', '+', 'é', ' '),
        async (at, letter) => {
          fc.pre(right[at] !== letter)
          const changed = right.slice(0, at) + letter + right.slice(at + 1)
          expect((await verifier.verify(changed)).ok).toBe(false)
        },
      ),
      { numRuns: Math.min(numRuns, 1000) },
    )
  })
})
