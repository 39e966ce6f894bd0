// Access tokens of a tenant that speaks as Microsoft Entra ID does: valid ones, and invalid ones with their codes.
import { randomUUID } from 'node:crypto'
import { type SigningKey, signToken } from '#lib/adapters/identity/testing/key-server.ts'

export type TokenWorld = {
  readonly tid: string
  readonly client: { readonly id: string }
  readonly issuer: { readonly url: string; readonly key: SigningKey }
}

type Claims = Readonly<Record<string, unknown>>

/** A person's valid token with some claims changed; undefined removes one. */
export const personToken = (world: TokenWorld, claims: Claims = {}, header: Claims = {}) =>
  signToken(world.issuer.key, { ...headerOf(world), ...header }, personClaims(world, claims))

export const programToken = (world: TokenWorld, claims: Claims = {}) => {
  const oid = randomUUID()
  return personToken(world, { scp: undefined, groups: undefined, oid, sub: oid, ...claims })
}

export const nowSeconds = () => Math.floor(Date.now() / 1000)

const headerOf = ({ issuer }: TokenWorld) => ({ typ: 'JWT', alg: 'RS256', kid: issuer.key.kid })

const personClaims = ({ tid, client, issuer }: TokenWorld, claims: Claims) => ({
  iss: issuer.url,
  aud: client.id,
  azp: 'program',
  ver: '2.0',
  tid,
  oid: '8f1c0000-0000-4000-8000-00000000000b',
  sub: 'pairwise',
  name: 'Ada',
  scp: 'access_as_user',
  groups: [],
  iat: nowSeconds() - 5,
  nbf: nowSeconds() - 5,
  exp: nowSeconds() + 3600,
  ...claims,
})

type Wrong = readonly [what: string, code: string, token: (world: TokenWorld) => Promise<string>]

const claims =
  (changed: Claims) =>
  async (world: TokenWorld): Promise<string> =>
    personToken(world, changed)
const header =
  (changed: Claims) =>
  async (world: TokenWorld): Promise<string> =>
    personToken(world, {}, changed)
const cut =
  (edit: (parts: readonly string[]) => readonly string[]) =>
  async (world: TokenWorld): Promise<string> =>
    edit((await personToken(world)).split('.')).join('.')
const elsewhere = '8f1c0000-0000-4000-8000-00000000000f'

export const wrongTokens: readonly Wrong[] = [
  ['dots alone', 'token_malformed', async () => '..'],
  ['no signature', 'token_malformed', cut((parts) => parts.slice(0, 2))],
  ['an empty signature', 'token_malformed', cut(([head = '', body = '']) => [head, body, ''])],
  ['five parts', 'token_malformed', cut((parts) => [...parts, 'a', 'b'])],
  ['padding after it', 'token_malformed', async (world) => `${await personToken(world)}==`],
  ['16,385 characters', 'token_too_long', async () => `${'a'.repeat(16_384)}.`],
  [
    'a claim twice',
    'token_duplicate',
    (world) =>
      signToken(
        world.issuer.key,
        headerOf(world),
        JSON.stringify(personClaims(world, {})).replace('{', '{"oid":"x",'),
      ),
  ],
  ['alg none', 'token_alg', header({ alg: 'none' })],
  ['alg HS256', 'token_alg', header({ alg: 'HS256' })],
  ['the type of another token', 'token_type', header({ typ: 'dpop+jwt' })],
  ['jku', 'token_key_header', header({ jku: 'http://127.0.0.1:1/keys' })],
  ['x5u', 'token_key_header', header({ x5u: 'http://127.0.0.1:1/keys' })],
  ['crit', 'token_critical', header({ crit: ['exp'] })],
  ['no kid', 'token_key_unknown', header({ kid: undefined })],
  ['a kid that is a path', 'token_key_unknown', header({ kid: '../../dev/null' })],
  [
    'a signature of other claims',
    'token_signature',
    async (world) => {
      const [head, body] = (await personToken(world, { name: 'Eve' })).split('.')
      const [, , signature] = (await personToken(world)).split('.')
      return [head, body, signature].join('.')
    },
  ],
  ['another issuer', 'token_issuer', claims({ iss: 'https://evil.example/' })],
  ['another tenant', 'token_tenant', claims({ tid: elsewhere })],
  ['no tenant', 'token_tenant', claims({ tid: undefined })],
  ['another audience', 'token_audience', claims({ aud: 'https://graph.microsoft.com' })],
  ['a past end', 'token_expired', claims({ exp: 1_000_000_000 })],
  ['no end', 'token_expired', claims({ exp: undefined })],
  ['a later start', 'token_not_yet_valid', claims({ nbf: 9_000_000_000 })],
  ['another scope', 'token_scope', claims({ scp: 'User.Read' })],
  ['an ID token', 'token_kind', claims({ scp: undefined })],
  ['a nonce', 'token_kind', claims({ nonce: 'x' })],
  ['no person', 'token_claims', claims({ oid: undefined })],
  ['display names as groups', 'token_claims', claims({ groups: ['Developers'] })],
  ['a program without app roles', 'token_roles', (world) => programToken(world)],
]
