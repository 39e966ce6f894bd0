// ID tokens that are each wrong in one way: all that a false provider, or a browser with somebody else's token, could send.
import { createHmac } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { newSigningKey, signToken, type SigningKey } from './key-server.ts'

type Made = {
  readonly token: string
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  /** The issuer's own. */
  readonly key: SigningKey
}

type WrongToken = {
  readonly name: string
  readonly make: (made: Made) => Promise<string> | string
}

export const adminEmail = 'admin@example.com'
const OTHER_TENANT = '77770000-0000-4000-8000-00000000000a'
const OTHER_CLIENT = '77770000-0000-4000-8000-00000000000c'
const HOUR_S = 3600
const nowS = () => Math.floor(Date.now() / 1000)

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function withClaims(
  name: string,
  change: (claims: Made['claims']) => Readonly<Record<string, unknown>>,
): WrongToken {
  return {
    name,
    make: ({ key, header, claims }) => signToken(key, header, { ...claims, ...change(claims) }),
  }
}

function withHeader(name: string, change: (made: Made) => object): WrongToken {
  return {
    name,
    make: (made) => signToken(made.key, { ...made.header, ...change(made) }, made.claims),
  }
}

function signedBy(name: string, alg: string, change: object = {}): WrongToken {
  return {
    name,
    make: async ({ header, claims }) => {
      const key = await newSigningKey('issuer', alg)
      return signToken(key, { ...header, alg, ...change }, claims)
    },
  }
}

const without = (name: string) => withClaims(`without ${name}`, () => ({ [name]: undefined }))

/** For tokens of Microsoft Entra ID. */
export const wrongIdTokens: readonly WrongToken[] = [
  {
    name: 'signed by nobody',
    make: ({ header, claims }) => `${encoded({ ...header, alg: 'none' })}.${encoded(claims)}.`,
  },
  {
    name: 'signed with the client id as a shared secret',
    make: ({ header, claims }) => {
      const input = `${encoded({ ...header, alg: 'HS256' })}.${encoded(claims)}`
      const mac = createHmac('sha256', String(claims['aud'])).update(input).digest('base64url')
      return `${input}.${mac}`
    },
  },
  {
    name: 'signed with the public key as a shared secret',
    make: ({ header, claims, key }) => {
      const input = `${encoded({ ...header, alg: 'HS256' })}.${encoded(claims)}`
      const secret = JSON.stringify(key.publicJwk)
      return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
    },
  },
  signedBy('signed by another key of the same name', 'RS256'),
  signedBy('signed by another key of another kind', 'ES256'),
  signedBy('signed by another algorithm', 'PS256'),
  signedBy('signed by a key that nobody has', 'RS256', { kid: 'another' }),
  {
    name: 'signed by a key that it brings along',
    make: async ({ header, claims }) => {
      const key = await newSigningKey('issuer')
      return signToken(key, { ...header, jwk: key.publicJwk }, claims)
    },
  },
  withHeader('that says where its key is', () => ({ jku: 'https://evil.example/keys' })),
  withHeader('that asks for an extension', () => ({ crit: ['b64'], b64: false })),
  withHeader('of another algorithm by its header alone', () => ({ alg: 'RS512' })),
  withHeader('without an algorithm', () => ({ alg: undefined })),
  {
    name: 'whose claims were changed after it was signed',
    make: ({ token, claims }) => {
      const [header, , signature] = token.split('.')
      return `${header}.${encoded({ ...claims, groups: [] })}.${signature}`
    },
  },
  { name: 'without a signature', make: ({ token }) => token.replace(/[^.]*$/, '') },
  { name: 'cut short', make: ({ token }) => token.slice(0, -8) },
  { name: 'that is empty', make: () => '' },
  { name: 'that is none', make: () => 'a.b.c' },
  withClaims('of another tenant by its issuer', ({ iss, tid }) => ({
    iss: String(iss).replace(String(tid), OTHER_TENANT),
  })),
  withClaims('of another tenant by its tenant id', () => ({ tid: OTHER_TENANT })),
  withClaims('of another tenant in all', ({ iss, tid }) => ({
    iss: String(iss).replace(String(tid), OTHER_TENANT),
    tid: OTHER_TENANT,
  })),
  withClaims('of all tenants', ({ iss, tid }) => ({
    iss: String(iss).replace(String(tid), 'common'),
  })),
  withClaims('of an issuer with a slash more', ({ iss }) => ({ iss: `${String(iss)}/` })),
  withClaims('of a list of issuers', ({ iss }) => ({ iss: [iss] })),
  without('iss'),
  without('tid'),
  withClaims('for another program', () => ({ aud: OTHER_CLIENT })),
  withClaims('for several programs', ({ aud }) => ({ aud: [aud, OTHER_CLIENT] })),
  withClaims('for no program', () => ({ aud: [] })),
  withClaims('given to another program', () => ({ azp: OTHER_CLIENT })),
  without('aud'),
  withClaims('that ran out', () => ({ exp: nowS() - HOUR_S })),
  withClaims('that runs out in words', () => ({ exp: 'tomorrow' })),
  withClaims('that is not valid yet', () => ({ nbf: nowS() + HOUR_S })),
  without('exp'),
  without('iat'),
  withClaims('of another sign-in', () => ({ nonce: 'another' })),
  withClaims('of several sign-ins', ({ nonce }) => ({ nonce: [nonce] })),
  without('nonce'),
  without('sub'),
  without('oid'),
  withClaims('about an e-mail address', () => ({ oid: adminEmail })),
  withClaims('about a list of people', ({ oid }) => ({ oid: [oid] })),
  withClaims('with all groups', () => ({ groups: '*' })),
  withClaims('with groups by name', () => ({ groups: ['Admins'] })),
  withClaims('with an object of groups', () => ({ groups: { 0: 'Admins' } })),
  withClaims('with app roles that are no list', () => ({ roles: 'Fleet.Admin' })),
  withClaims('with more groups than fit by a yes in words', () => ({ hasgroups: 'true' })),
]

/** The parts that a wrong token is made of. */
export function madeOf(token: string, key: SigningKey): Made {
  return { token, key, header: decodeProtectedHeader(token), claims: decodeJwt(token) }
}
