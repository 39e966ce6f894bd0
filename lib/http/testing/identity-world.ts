// A tenant whose people sign in at a real issuer and, where it speaks as Microsoft Entra ID does, with a stand-in for Graph.
import { randomUUID } from 'node:crypto'
import type { SQL } from 'drizzle-orm'
import { afterAll, inject } from 'vitest'
import { closeDatabase, inTenant, openDatabase } from '#db/client.ts'
import { startGraphServer } from '#lib/adapters/identity/testing/graph-server.ts'
import { startIssuer } from '#lib/adapters/identity/testing/issuer.ts'
import { readEnvironment } from '#lib/settings/env.ts'
import { createServices } from '#lib/start/boot.ts'
import type { Services } from '#lib/usecases/services.ts'
import { createTestApi } from './api.ts'
import { PortalVisitor } from './portal-visitor.ts'
import { testSecrets } from './secrets.ts'

type Claims = Readonly<Record<string, unknown>>
type IssuerOptions = Parameters<typeof startIssuer>[0]

const client = { id: '5e000000-0000-4000-8000-00000000000c', secret: 'portal-secret' }
const api = { audience: client.id, scope: 'access_as_user' }

export const adminGroup = '9a000000-0000-4000-8000-000000000001'

export type IdentityWorld = Awaited<ReturnType<typeof createIdentityWorld>>

type Options = {
  /** Each account's claims by the name that it signs in with. */
  readonly accounts: Readonly<Record<string, Claims>>
  /** Whether the issuer speaks as a tenant of Microsoft Entra ID. */
  readonly entra?: boolean
  readonly issuer?: Partial<IssuerOptions>
  readonly settings?: Readonly<Record<string, string>>
}

/** Call it in `beforeAll`, or at the top of a test. Whoever is in `adminGroup` is an admin. */
export async function createIdentityWorld({ accounts, entra = false, ...options }: Options) {
  const base = await createTestApi({ BERTH_ADMINS: `group:${adminGroup}`, ...options.settings })
  const tid = randomUUID()
  const { url } = base.services.environment
  const provider = entra ? tid : 'oidc'
  const graph = await startGraphServer({
    tenant: tid,
    clientId: client.id,
    clientSecret: client.secret,
  })
  const issuer = await startIssuer({
    clients: [{ ...client, redirectUris: [`${url}/api/auth/callback/${provider}`] }],
    accounts: Object.fromEntries(
      Object.entries(accounts).map(([id, claims]) => [id, entra ? { tid, ...claims } : claims]),
    ),
    api,
    ...(entra && { entraTenant: tid, graphOrigin: graph.origin }),
    ...options.issuer,
  })
  const { origin } = new URL(issuer.url)
  const owner = openDatabase(inject('ownerUrl'), { max: 1 })
  const close = async () => {
    await issuer.close()
    await graph.close()
    await closeDatabase(owner)
  }
  afterAll(close)
  const identity = entra
    ? {
        ENTRA_TENANTS: `${tid}=${base.tenant.name}`,
        ENTRA_CLIENT_ID: client.id,
        ENTRA_CLIENT_SECRET: client.secret,
        ENTRA_AUTHORITY: origin,
        ENTRA_GRAPH_URL: graph.origin,
      }
    : {
        OIDC_ISSUER: issuer.url,
        OIDC_CLIENT_ID: client.id,
        OIDC_CLIENT_SECRET: client.secret,
      }
  const clock = { offsetMs: 0 }
  /** Another replica on the same database, with the same clock. */
  const replica = (settings: Readonly<Record<string, string>> = {}): Services => ({
    ...createServices(
      readEnvironment({
        LOG_LEVEL: 'silent',
        BERTH_URL: url,
        BERTH_TENANT: base.tenant.name,
        BERTH_ADMINS: `group:${adminGroup}`,
        ...identity,
        ...options.settings,
        ...settings,
      }),
      base.database,
      testSecrets,
    ),
    clock: () => new Date(Date.now() + clock.offsetMs),
  })
  const services = replica()
  return {
    ...base,
    services,
    replica,
    provider,
    tid,
    issuer,
    graph,
    client,
    /** A query as the tables' owner, whom no grant limits. */
    asOwner: (query: SQL) => inTenant(owner, base.tenant.id, (tx) => tx.execute(query)),
    /** Lets that much time pass for all replicas. */
    pass: (ms: number) => {
      clock.offsetMs += ms
    },
    visitor: (berth: Services = services) => new PortalVisitor(berth),
  }
}
