// The same provider twice: in memory, and a real issuer behind HTTP. Both answer the same.
import type { Memberships } from '#lib/domain/access/access.ts'
import { FakeProvider } from '../fake-provider.ts'
import type { IdentityProvider, ToldPerson } from '../identity-provider.ts'
import { entraProvider, oidcProvider } from '../open-id-provider.ts'
import { startGraphServer } from './graph-server.ts'
import { startIssuer } from './issuer.ts'
import { signIn } from './sign-in.ts'

type World = {
  readonly provider: IdentityProvider
  /** Who `ada` is, as the provider tells it. */
  readonly person: ToldPerson
  /** Signs `ada` in. */
  signIn(): Promise<{ idToken: string; nonce: string; refreshToken: string }>
  change(memberships: Memberships): void
  /** Nothing that gives rights can be read from now on. */
  fail(): void
  remove(): void
  close(): Promise<void>
}

const group = '9a000000-0000-4000-8000-000000000001'
export const memberships: Memberships = { groups: [group], roles: [] }

export async function memoryWorld(options: { rotates: boolean }): Promise<World> {
  const provider = new FakeProvider('default')
  provider.rotates = options.rotates
  const subject = `oidc:${provider.issuer}#ada`
  const person = { subject, name: 'Ada', email: 'ada@example.com' }
  provider.people.set(subject, { ...person, memberships })
  return {
    provider,
    person,
    signIn: async () => ({ idToken: `${subject} n`, nonce: 'n', refreshToken: subject }),
    change: (next) => provider.people.set(subject, { ...person, memberships: next }),
    fail: () => {
      provider.failure = 'It does not answer.'
    },
    remove: () => provider.people.delete(subject),
    close: async () => {},
  }
}

export const client = { id: '5e000000-0000-4000-8000-00000000000c', secret: 'p@rtal secret+&%' }
const portal = { ...client, redirectUris: ['http://127.0.0.1:9/callback'] }
const api = { audience: client.id, scope: 'access_as_user' }
const tid = '8f1c0000-0000-4000-8000-00000000000a'
export const oid = '8f1c0000-0000-4000-8000-00000000000b'

export async function oidcWorld(options: { rotates: boolean }) {
  const claims = { name: 'Ada', email: 'ada@example.com', groups: [group] }
  const issuer = await startIssuer({
    clients: [portal],
    accounts: { ada: claims },
    api,
    ...(options.rotates && { refreshTokens: 'rotated' }),
  })
  const settings = { id: 'oidc', name: 'Test', tenantName: 'default', client, scopes: ['openid'] }
  const provider = oidcProvider({ ...settings, issuer: issuer.url, groupsClaim: 'groups' })
  return {
    ...worldOf(issuer, provider, claims),
    issuer,
    provider,
    person: { subject: `oidc:${issuer.url}#ada`, name: 'Ada', email: 'ada@example.com' },
    close: () => issuer.close(),
  }
}

/** The claims of a token in which not all groups fit. The address is never asked. */
export const overage = {
  _claim_names: { groups: 'src1' },
  _claim_sources: { src1: { endpoint: 'https://graph.windows.net/x' } },
}

/** A tenant of Microsoft Entra ID; `overage`: only Graph knows the groups. */
export async function entraWorld(options: { overage: boolean }) {
  const claims = {
    tid,
    oid,
    name: 'Ada',
    email: 'ada@example.com',
    ...(options.overage ? overage : { groups: [group] }),
  }
  const accounts = { ada: claims }
  const graph = await startGraphServer({
    tenant: tid,
    clientId: client.id,
    clientSecret: client.secret,
  })
  graph.members.set(oid, [group])
  const issuer = await startIssuer({
    clients: [portal],
    accounts,
    api,
    entraTenant: tid,
    graphOrigin: graph.origin,
  })
  const authority = new URL(issuer.url).origin
  const settings = { name: 'Microsoft', tenantName: 'default', client, tid }
  const provider = entraProvider({ ...settings, authority, graphUrl: graph.origin })
  return {
    ...worldOf(issuer, provider, claims),
    issuer,
    graph,
    provider,
    person: { subject: `entra:${tid}:${oid}`, name: 'Ada', email: 'ada@example.com' },
    close: async () => {
      await issuer.close()
      await graph.close()
    },
  }
}

type Issuer = Awaited<ReturnType<typeof startIssuer>>

function worldOf(issuer: Issuer, provider: IdentityProvider, claims: object) {
  return {
    signIn: async () => {
      const scope = provider.scopes.join(' ')
      const flow = await signIn({ url: issuer.url, client: portal, account: 'ada', scope })
      const { tokens } = await flow.redeem(flow.verifier)
      const { id_token: idToken = '', refresh_token: refreshToken = '' } = tokens
      return { idToken, nonce: flow.nonce, refreshToken }
    },
    change: ({ groups, roles }: Memberships) =>
      void issuer.accounts.set('ada', { ...claims, groups, roles }),
    fail: () => {
      issuer.state.fault = 'error'
    },
    remove: () => void issuer.accounts.delete('ada'),
  }
}
