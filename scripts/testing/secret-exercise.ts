// Everything that a portal with planted secrets is made to do: what succeeds, what is refused, and what fails elsewhere.
import { ageRights } from './owner-database.ts'
import type { PortalBrowser } from './portal-browser.ts'
import type { SecretWorld } from './secret-world.ts'
import { ENTRA_TENANTS, ownTeamOf, type TenantName } from './twin-tenants.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

type Call = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; text: string }>

/** Calls the API as a program with an admin's token. */
function callerOf({ browser, tokens }: SecretWorld, tenant: TenantName): Call {
  const program = browser()
  const headers = { ...JSON_TYPE, 'if-match': '*', authorization: `Bearer ${tokens[tenant]}` }
  return (method, path, body) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return program.ask(`/api/v1${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: text }),
    })
  }
}

const PATIENCE_MS = 60_000

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('what was waited for did not happen')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Waits until the branch of a tenant's repository is in this state. */
function untilBranch(call: Call, state: 'published' | 'failing'): Promise<void> {
  return until(async () => {
    const { text } = await call('GET', '/repository-settings')
    return text.includes(`"state":"${state}"`) && !text.includes('"state":"pending"')
  })
}

/** Waits until it is reported that a hook refused. */
const untilRefused = (call: Call) =>
  until(async () => (await call('GET', '/repository-settings')).text.includes('pre-receive hook'))

/** Has a report made; answers the address of its file. */
export async function makeReport(world: SecretWorld): Promise<string> {
  const call = callerOf(world, 'default')
  const runs = '/saved-reports/what-runs/runs'
  const asked: unknown = JSON.parse((await call('POST', runs)).text)
  if (typeof asked !== 'object' || asked === null || !('id' in asked)) {
    throw new Error('the report is not being made')
  }
  await until(async () => (await call('GET', runs)).text.includes('"state":"done"'))
  return `${runs}/${String(asked.id)}/file`
}

/** Has a cluster hold a version, once that is released there. */
export async function holdVersion(world: SecretWorld): Promise<void> {
  const call = callerOf(world, 'default')
  await call('PATCH', '/environments/rolled', { hold: '30d' })
  await call('PATCH', '/clusters/edge-01', { environment: 'rolled' })
  await call('POST', '/target-policies', {
    name: 'rolling-to-east',
    app_selector: 'name=rolling',
    cluster_selector: 'region=east',
  })
  const hold = {
    until: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    reason: 'The shop counts its stock',
  }
  const put = () => call('PUT', '/clusters/edge-01/holds/shop/rolling', hold)
  await until(async () => (await put()).status === 201)
}

const sshKeyOf = (line: string) =>
  `-----BEGIN OPENSSH PRIVATE KEY-----\n${line}\n-----END OPENSSH PRIVATE KEY-----\n`
const KNOWN_HOST = 'forge.example.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB\n'

/** Publishes with each credential, then has the remote refuse and repeat each. */
export async function exerciseGit(world: SecretWorld): Promise<void> {
  const [call, ours] = [callerOf(world, 'other'), callerOf(world, 'default')]
  const { repositoryToken: token, pullRequestToken, sshKeyLine } = world.given
  await untilBranch(ours, 'published')
  const own = { repo_url: world.forges.other.url, token }
  await call('PUT', '/repository-settings?confirmClusters=1', own)
  await untilBranch(call, 'published')
  for (const at of ['sending', 'discovery'] as const) {
    for (const { fail } of Object.values(world.forges)) fail({ kind: 'echo', at })
    for (const each of [call, ours]) {
      await each('POST', '/clusters', { name: `edge-${at}`, metadata: { region: 'east' } })
      await untilBranch(each, 'failing')
      await each('POST', '/repository-settings/try', {})
    }
  }
  for (const { fail, refusePushes } of Object.values(world.forges)) {
    fail(null)
    await refusePushes()
  }
  for (const each of [call, ours]) {
    await each('POST', '/clusters', { name: 'edge-refused', metadata: { region: 'east' } })
    await untilRefused(each)
  }
  const { api: api_url } = world.host.repository
  const behindSsh = {
    repo_url: 'ssh://git@127.0.0.1:2222/ieb/fleet.git',
    token,
    ssh_key: sshKeyOf(sshKeyLine),
    ssh_known_hosts: KNOWN_HOST,
    pull_requests: { host: 'gitea', api_url, token: pullRequestToken },
  }
  await call('POST', '/repository-settings/try', behindSsh)
  await call('PUT', '/repository-settings?confirmClusters=4', behindSsh)
  await untilBranch(call, 'failing')
}

/** Sends secrets in places where they are refused, or next to where they belong. */
export async function exerciseRefusals(world: SecretWorld): Promise<void> {
  const call = callerOf(world, 'other')
  const { repositoryToken: token, pullRequestToken, sshKeyLine } = world.given
  const url = 'https://git.example.com/fleet.git'
  const key = sshKeyOf(sshKeyLine)
  const bodies = [
    { repo_url: 1, token },
    { repo_url: url, token, shards: token },
    { repo_url: url, token: `${token}\n` },
    { repo_url: url, token, username: `${token}:` },
    { repo_url: url, token, branch_pattern: `{${token}` },
    { repo_url: `https://berth:${encodeURIComponent(token)}@git.example.com/fleet.git` },
    { repo_url: url, pull_requests: { host: pullRequestToken } },
    { repo_url: url, pull_requests: { host: 'azure-devops', token: pullRequestToken } },
    { repo_url: url, pull_requests: { token: `${pullRequestToken}\n` } },
    { repo_url: url, pull_requests: { token: 'x', api_url: `https://${pullRequestToken}@x.org/` } },
    { repo_url: url, ssh_key: `${key}broken` },
    { repo_url: url, ssh_key: key, ssh_known_hosts: key },
    `{"repo_url": "${url}", "token": ${JSON.stringify(token)}`,
  ]
  for (const body of bodies) {
    for (const [method, path] of [
      ['PUT', '/repository-settings?confirmClusters=4'],
      ['POST', '/repository-settings/try'],
    ] as const) {
      const { status, text } = await call(method, path, body)
      if (status < 400) throw new Error(`${method} ${path} took ${status} ${text}`)
    }
  }
  await presentWrongly(world)
}

const basic = (password: string) => `Basic ${Buffer.from(`git:${password}`).toString('base64')}`

/** Sends a damaged token, and a token where none belongs. */
async function presentWrongly({ browser, tokens: { default: token } }: SecretWorld) {
  const stranger = browser()
  const given = [
    ...[`Bearer ${token}x`, `Bearer ${token} x`, basic(token), token].map((authorization) => ({
      authorization,
    })),
    ...['berth-session', 'next-auth.csrf-token'].map((name) => ({ cookie: `${name}=${token}` })),
  ]
  for (const headers of given) {
    await stranger.ask('/teams', { headers })
    await stranger.ask('/api/v1/teams', { headers })
    await stranger.ask('/git/other.git/info/refs?service=git-upload-pack', { headers })
  }
}

/** Signs in while the provider or Graph fails in each way, and reads rights again with refresh tokens. */
export async function exerciseSignIn(world: SecretWorld, ada: PortalBrowser): Promise<void> {
  const { authority, graph, directory } = world
  const { state } = authority.issuerOf(ENTRA_TENANTS.default)
  const rita = world.browser()
  await rita.signIn(ENTRA_TENANTS.default, 'rita')
  for (const fault of ['error', 'garbage', 'cut'] as const) {
    state.fault = fault
    await world.browser().signIn(ENTRA_TENANTS.default, 'cory')
    await ageRights(directory, 11)
    await ada.ask('/')
  }
  state.fault = null
  for (const at of ['token', 'graph'] as const) {
    graph.revokeTokens()
    graph.state.fault = { kind: 'cut', at }
    await ageRights(directory, 11)
    await rita.ask('/')
  }
  graph.state.fault = null
  await ageRights(directory, 11)
  for (const browser of [ada, rita]) {
    const { status } = await browser.ask('/api/v1/teams')
    if (status !== 200) throw new Error(`the rights were not read again: ${status}`)
  }
}

/** An API token that a person makes. The answer that must contain it is removed from the answers. */
export async function makeToken(world: SecretWorld, ada: PortalBrowser): Promise<string> {
  const { text } = await ada.ask('/api/v1/tokens', {
    method: 'POST',
    headers: { ...JSON_TYPE, origin: world.url },
    body: JSON.stringify({ name: 'Of a person', role: 'reader' }),
  })
  world.answers.pop()
  const token = /"token":"(berth_[^"]+)"/.exec(text)?.[1]
  if (token === undefined) throw new Error(`no token was made: ${text}`)
  await world.browser().ask('/api/v1/teams', { headers: { authorization: `Bearer ${token}` } })
  return token
}

/** Has a webhook made, and calls it as a host that sends the secret itself. Answers the secret. */
export async function exerciseHook(world: SecretWorld, ada: PortalBrowser): Promise<string> {
  const { text } = await ada.ask('/api/v1/hooks', {
    method: 'POST',
    headers: { ...JSON_TYPE, origin: world.url },
    body: JSON.stringify({ name: 'Pushes', namespace: 'shop', host: 'gitlab' }),
  })
  world.answers.pop()
  const secret = /"secret":"(berth_hook_[^"]+)"/.exec(text)?.[1]
  const address = /"url":"[^"]*(\/api\/v1\/hooks\/[^"]+)"/.exec(text)?.[1]
  if (secret === undefined || address === undefined) throw new Error(`no hook was made: ${text}`)
  for (const body of ['{}', `{"ref": "${secret}`]) {
    await world.browser().ask(address, {
      method: 'POST',
      headers: { ...JSON_TYPE, 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': secret },
      body,
    })
  }
  return secret
}

export async function askForTeam(world: SecretWorld, tess: PortalBrowser): Promise<string> {
  const { text } = await tess.ask('/api/v1/team-requests', {
    method: 'POST',
    headers: { ...JSON_TYPE, origin: world.url },
    body: JSON.stringify({
      name: 'kiosk',
      groups: [{ id: 'kiosk-people', role: 'contributor' }],
      purpose: `As ${ownTeamOf('default')} has one.`,
    }),
  })
  return /"id":"([^"]+)"/.exec(text)?.[1] ?? ''
}

export async function keepView(world: SecretWorld, ada: PortalBrowser): Promise<string> {
  const { text } = await ada.ask('/api/v1/saved-views', {
    method: 'POST',
    headers: { ...JSON_TYPE, origin: world.url },
    body: JSON.stringify({ list: 'clusters', name: 'East', query: 'q=east' }),
  })
  return /"id":"([^"]+)"/.exec(text)?.[1] ?? ''
}

/** The output of portals that don't start because of a setting with a secret, or one next to it. */
export function failedStarts({ run, given }: SecretWorld): readonly string[] {
  const { databasePassword, clientSecret, encryptionKey, gitopsToken } = given
  const database = `postgres://berth:${encodeURIComponent(databasePassword)}@127.0.0.1:9/berth`
  const settings: readonly Readonly<Record<string, string>>[] = [
    {
      PORT: 'none',
      BERTH_ENCRYPTION_KEYS: `${encryptionKey.toString('base64')}, `,
      NEXTAUTH_SECRET: gitopsToken.slice(0, 30),
      ENTRA_CLIENT_SECRET: `${clientSecret} `,
      GITOPS_REPO_URL: `https://berth:${encodeURIComponent(gitopsToken)}@git.example.com/fleet.git`,
      DATABASE_URL: `${database}?`,
      DATABASE_OWNER_URL: `${database}?`,
    },
    { DATABASE_URL: database },
    { DATABASE_URL: database.replace('127.0.0.1:9', 'nowhere.invalid:x') },
  ]
  return settings.map((overrides) => {
    try {
      return run(overrides, 'start')
    } catch (error) {
      return String(error)
    }
  })
}
