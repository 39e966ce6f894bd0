// The portal as `npm start` starts it. People sign in at real issuers on this machine: an OpenID Connect provider, and one that
// behaves like a tenant of Microsoft Entra ID.
import { freePort } from '#db/testing/free-port.ts'
import { startGraphServer } from '#lib/adapters/identity/testing/graph-server.ts'
import { startIssuer } from '#lib/adapters/identity/testing/issuer.ts'
import { preparePortal } from '../../scripts/testing/started-portal.ts'

const TENANT = '8f1c0000-0000-4000-8000-00000000000a'
const OTHER_TENANT = '9e2d0000-0000-4000-8000-00000000000a'
const client = { id: '5e000000-0000-4000-8000-00000000000c', secret: 'portal-secret' }
const api = { audience: client.id, scope: 'berth' }
const ADMINS = 'platform-admins'

const groupsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `department-${String(index + 1).padStart(2, '0')}`)

const people = {
  ada: { name: 'Ada Admin', email: 'ada@example.com', groups: [ADMINS] },
  nils: {
    name: 'Nils-Alexander von und zu Newcomershausen',
    email: 'nils@example.com',
    groups: groupsOf(23),
  },
}
const microsoftPeople = {
  olga: {
    tid: TENANT,
    oid: '8f1c0000-0000-4000-8000-00000000000b',
    name: 'Olga Overage',
    _claim_names: { groups: 'src1' },
    _claim_sources: { src1: { endpoint: 'https://graph.windows.net/x' } },
  },
}

export type ProviderPortal = Awaited<ReturnType<typeof startProviderPortal>>

export async function startProviderPortal() {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const clientFor = (provider: string) => ({
    ...client,
    redirectUris: [`${url}/api/auth/callback/${provider}`],
  })
  const issuer = await startIssuer({ clients: [clientFor('oidc')], accounts: people, api })
  const graph = await startGraphServer({
    tenant: TENANT,
    clientId: client.id,
    clientSecret: client.secret,
  })
  const microsoft = await startIssuer({
    clients: [clientFor(TENANT)],
    accounts: microsoftPeople,
    api,
    entraTenant: TENANT,
    graphOrigin: graph.origin,
  })
  const portal = preparePortal(port, {
    BERTH_ADMINS: `group:${ADMINS}`,
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_NAME: 'the company’s own directory of people',
    ENTRA_TENANTS: `${TENANT}=default,${OTHER_TENANT}=subsidiary`,
    ENTRA_CLIENT_ID: client.id,
    ENTRA_CLIENT_SECRET: client.secret,
    ENTRA_AUTHORITY: new URL(microsoft.url).origin,
    ENTRA_GRAPH_URL: graph.origin,
  })
  const close = async () => {
    await Promise.all([issuer.close(), microsoft.close(), graph.close()])
    portal.remove()
  }
  try {
    const { stop } = await portal.start()
    return { url, issuer, graph, stop: () => stop().then(close) }
  } catch (error) {
    await close()
    throw error
  }
}
