// A portal of two tenants whose people sign in at Microsoft Entra ID, which one origin mimics. Each tenant has somebody in each
// role, and both use the same names for everything. A third tenant at the provider has no access here.
import { freePort } from '#db/testing/free-port.ts'
import { startEntraAuthority } from '#lib/adapters/identity/testing/entra-authority.ts'
import { startGraphServer } from '#lib/adapters/identity/testing/graph-server.ts'
import { overage } from '#lib/adapters/identity/testing/provider-worlds.ts'
import { preparePortal } from './started-portal.ts'

/** By the name of the tenant here. */
export const ENTRA_TENANTS = {
  default: 'a1000000-0000-4000-8000-00000000000a',
  other: 'b2000000-0000-4000-8000-00000000000b',
} as const
export type TenantName = keyof typeof ENTRA_TENANTS
export const STRANGE_ENTRA_TENANT = 'c3000000-0000-4000-8000-00000000000c'

/** What a subscription signs with. */
export const SIGNING_KEY = `whsec_${'U2lnbmluZyBrZXkh'.repeat(3)}`

const CLIENT_ID = '5e000000-0000-4000-8000-00000000000c'
const ADMINS = '9a000000-0000-4000-8000-000000000001'
const AUDITORS = '9a000000-0000-4000-8000-000000000002'
const BUILDERS = '9a000000-0000-4000-8000-000000000003'
const SHOP = '9a000000-0000-4000-8000-000000000004'

/** The commit that an application is pinned to. */
export const PINNED = 'c'.repeat(40)

const oidOf = (digit: number) => `0d000000-0000-4000-8000-00000000000${digit}`
const AUDITOR = oidOf(3)

/**
 * In the first tenant the auditor’s groups are in Graph, and the contributor has an app role. In the other one, the admin
 * has an app role, and the contributor is in the group whose members are admins of the first tenant.
 */
const accounts = {
  [ENTRA_TENANTS.default]: {
    ada: { oid: oidOf(1), name: 'Ada of default', groups: [ADMINS] },
    cory: { oid: oidOf(2), name: 'Cory of default', roles: ['Fleet.Contributor'] },
    rita: { oid: AUDITOR, name: 'Rita of default', ...overage },
    tess: { oid: oidOf(4), name: 'Tess of default', groups: [SHOP] },
  },
  [ENTRA_TENANTS.other]: {
    ada: { oid: oidOf(5), name: 'Ada of other', roles: ['Fleet.Admin'] },
    cory: { oid: oidOf(6), name: 'Cory of other', groups: [BUILDERS, ADMINS] },
    rita: { oid: oidOf(7), name: 'Rita of other', groups: [AUDITORS] },
    tess: { oid: oidOf(8), name: 'Tess of other', groups: [SHOP] },
  },
  [STRANGE_ENTRA_TENANT]: {
    mallory: {
      oid: oidOf(9),
      name: 'Mallory of nowhere',
      groups: [ADMINS, SHOP],
      roles: ['Fleet.Admin'],
    },
  },
}

const grants: Readonly<Record<TenantName, readonly object[]>> = {
  default: [
    { source: 'role', value: 'Fleet.Contributor', role: 'contributor' },
    { source: 'group', value: AUDITORS, role: 'reader' },
  ],
  other: [
    { source: 'role', value: 'Fleet.Admin', role: 'admin' },
    { source: 'group', value: BUILDERS, role: 'contributor' },
    { source: 'group', value: AUDITORS, role: 'reader' },
  ],
}

type Settings = Readonly<Record<string, string>>

export type TwinTenants = Awaited<ReturnType<typeof startTwinTenants>>

/** Every description in a tenant contains its mark. The portal and its issuers stop together. */
export async function startTwinTenants(
  settings: Settings = {},
  { clientSecret }: { readonly clientSecret: string } = { clientSecret: 'portal-secret' },
) {
  const port = await freePort()
  const client = { clientId: CLIENT_ID, clientSecret }
  const graph = await startGraphServer({ tenant: ENTRA_TENANTS.default, ...client })
  graph.members.set(AUDITOR, [AUDITORS])
  const redirectUris = Object.values(ENTRA_TENANTS).map(
    (tid) => `http://localhost:${port}/api/auth/callback/${tid}`,
  )
  const authority = await startEntraAuthority(accounts, {
    clients: [{ id: CLIENT_ID, secret: clientSecret, redirectUris }],
    api: { audience: CLIENT_ID, scope: 'access_as_user' },
    graphOrigin: graph.origin,
  })
  const portal = preparePortal(port, {
    BERTH_ADMINS: `group:${ADMINS}`,
    ...settings,
    ...identitySettings(authority.origin, graph.origin, clientSecret),
  })
  const close = async () => {
    await Promise.all([authority.close(), graph.close()])
    portal.remove()
  }
  try {
    portal.run(withoutIdentity, 'tenant', 'create', 'other')
    const started = await portal.start()
    const tokens = { default: adminToken(portal, 'default'), other: adminToken(portal, 'other') }
    for (const name of ['default', 'other'] as const) await fill(portal.url, name, tokens[name])
    const stop = () => started.stop().then(close)
    return { ...portal, ...started, authority, graph, tokens, stop }
  } catch (error) {
    await close()
    throw error
  }
}

const identitySettings = (authority: string, graph: string, clientSecret: string) => ({
  ENTRA_TENANTS: Object.entries(ENTRA_TENANTS)
    .map(([name, tid]) => `${tid}=${name}`)
    .join(','),
  ENTRA_CLIENT_ID: CLIENT_ID,
  ENTRA_CLIENT_SECRET: clientSecret,
  ENTRA_AUTHORITY: authority,
  ENTRA_GRAPH_URL: graph,
})

/** Empty variables count as unset; with values they would already create the tenant. */
const withoutIdentity = Object.fromEntries(
  Object.keys(identitySettings('', '', '')).map((name) => [name, '']),
)

function adminToken({ run }: ReturnType<typeof preparePortal>, tenant: TenantName): string {
  const printed = run({}, 'token', '--role', 'admin', '--tenant', tenant)
  return printed.trim().split('\n').at(-1) ?? ''
}

/** Contained in every description of the tenant, and nowhere else. */
export const markOf = (tenant: TenantName) => `mark-of-${tenant}`

/** A team that no other tenant has, nor addresses with its name. */
export const ownTeamOf = (tenant: TenantName) => `only-${tenant}`

async function fill(url: string, tenant: TenantName, token: string): Promise<void> {
  const description = markOf(tenant)
  const save = async (path: string, body: object) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }
  const program = {
    description,
    repo_url: `https://git.example.com/${tenant}/program.git`,
    repo_branch: 'main',
    repo_path: 'deploy',
  }
  for (const grant of grants[tenant]) await save('/role-grants', { ...grant, description })
  await save('/teams', { name: 'shop', description, groups: [{ id: SHOP, role: 'contributor' }] })
  await save('/teams', { name: 'bank', description })
  await save('/teams', { name: ownTeamOf(tenant), description })
  await save('/clusters', { name: 'edge-01', description, metadata: { region: 'east' } })
  for (const namespace of ['shop', 'bank', ownTeamOf(tenant)]) {
    await save('/applications', { ...program, namespace, name: 'web', metadata: { tier: 'web' } })
  }
  await save('/applications/shop/web/versions', { commit: PINNED, name: `of-${tenant}` })
  await save('/applications', {
    ...program,
    namespace: 'shop',
    name: 'pinned',
    repo_branch: PINNED,
  })
  await save('/applications', {
    ...program,
    namespace: 'shop',
    name: 'rolling',
    follow: 'versions',
  })
  await save('/applications/shop/rolling/versions', { commit: PINNED })
  await save('/schedulers', { name: 'gpu-packer', description })
  await save('/environments', { name: 'rolled', description })
  await save('/rollouts', {
    namespace: 'shop',
    application: 'rolling',
    environment: 'rolled',
    version: 1,
  })
  await save('/target-policies', {
    name: 'web-to-east',
    description,
    app_selector: { tier: 'web' },
    cluster_selector: { region: 'east' },
  })
  await fillReporting(save, description)
}

type Save = (path: string, body: object) => Promise<void>

/** What isn't of the fleet itself: who may join it, and how people are told of it. */
async function fillReporting(save: Save, description: string): Promise<void> {
  await save('/registration-tokens', {
    name: 'edge-stores',
    description,
    name_pattern: 'store-*',
    uses: 3,
    expires_at: '2100-01-01T00:00:00Z',
  })
  await save('/alert-rules', { name: 'unhealthy', description, state: ['failed'] })
  await save('/saved-reports', { name: 'what-runs', description, query: 'q=web' })
  await save('/metric-sources', {
    name: 'prometheus',
    description,
    kind: 'prometheus',
    // Nobody calls it, as private networks are closed.
    url: 'https://10.1.2.3',
    queries: [{ metric: 'x', query: 'up' }],
  })
  await save('/environments', {
    name: 'production',
    description,
    protected: true,
    deployers: [{ id: 'deployers' }],
  })
  await save('/freezes', {
    name: 'christmas',
    description,
    environments: ['production'],
    from: '2098-12-23T18:00:00Z',
  })
  await save('/cluster-types', { name: 'edge', description, reconciler: 'argocd' })
  const told = { name: 'endpoints', description, app_selector: '*', cluster_selector: '*' }
  await save('/configs', { ...told, values: { note: description } })
  const schema = { type: 'object', properties: { note: { type: 'string' } } }
  await save('/config-schemas', { ...told, schema })
  await save('/guard-rules', {
    name: 'production',
    description,
    cluster_selector: '*',
    removals: 5,
  })
  await save('/silences', {
    name: 'east-at-night',
    description,
    cluster_selector: { region: 'east' },
    weekly: [{ days: ['mon'], from: '20:00', to: '06:00' }],
  })
  await save('/subscriptions', {
    name: 'on-call',
    description,
    kind: 'webhook',
    url: 'https://hooks.example.com/berth',
    secret: SIGNING_KEY,
  })
}
