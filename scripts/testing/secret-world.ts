// A portal whose every secret is known: each field with a secret contains a text that can be searched for.
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { decode } from 'next-auth/jwt'
import { openObjectStore } from '#lib/adapters/git/object-store.ts'
import { type Fault, startGitHttpServer } from '#lib/adapters/git/testing/git-http-server.ts'
import { scratchDirectory } from '#lib/adapters/git/testing/scratch.ts'
import { SELF_SIGNED } from '#lib/adapters/git/testing/self-signed.ts'
import { startStandInHost } from '#lib/adapters/host/testing/stand-in-host.ts'
import { hidePrograms } from '#lib/worker/testing/programs.ts'
import { PortalBrowser } from './portal-browser.ts'
import type { Found, Secret } from './secret-search.ts'
import { ENTRA_TENANTS, SIGNING_KEY, startTwinTenants } from './twin-tenants.ts'

const TENANTS = ['default', 'other'] as const

/** With characters that are spelled differently in addresses, JSON, HTML and base64url. */
const planted = (name: string) => `${name}-${randomBytes(12).toString('hex')}"&<+/%~??>>`

const plantAll = () => ({
  clientSecret: planted('client'),
  sessionSecret: planted('nextauth'),
  encryptionKey: randomBytes(32),
  gitopsToken: planted('gitops'),
  repositoryToken: planted('repository'),
  pullRequestToken: planted('pull-requests'),
  sshKeyLine: randomBytes(45).toString('base64'),
  databasePassword: planted('database'),
})
type Planted = ReturnType<typeof plantAll>

export type SecretWorld = Awaited<ReturnType<typeof startSecretWorld>>

export async function startSecretWorld() {
  const given = plantAll()
  const remotes = await startRemotes(given)
  const portal = await startTwinTenants(settingsOf(given, remotes.forges.default.url), {
    clientSecret: given.clientSecret,
  }).catch(async (error: unknown) => {
    await remotes.close()
    throw error
  })
  const idTokens = listenToIdTokens(portal)
  const answers: Found[] = []
  const browsers: PortalBrowser[] = []
  return {
    ...portal,
    given,
    ...remotes,
    answers,
    browser: () => {
      const browser = new PortalBrowser(portal.url, answers)
      browsers.push(browser)
      return browser
    },
    secrets: async (): Promise<readonly Secret[]> => [
      ...Object.entries(given).map(([name, value]) => ({ name, value })),
      ...named('a code or a refresh token', issuedBy(portal)),
      ...named('an ID token', idTokens),
      ...named('a token for Graph', portal.graph.tokens),
      ...named('the key of a subscription', [SIGNING_KEY]),
      ...named('an API token', Object.values(portal.tokens)),
      ...(await sessionSecrets(browsers, given.sessionSecret)),
      ...(await ownSecrets(portal.directory)),
    ],
    close: async () => {
      await portal.stop()
      await remotes.close()
    },
  }
}

function settingsOf(given: Planted, repoUrl: string): Readonly<Record<string, string>> {
  return {
    LOG_LEVEL: 'debug',
    // So that a tenant's own repository may also be on this machine.
    BERTH_DEMO: '1',
    NEXTAUTH_SECRET: given.sessionSecret,
    BERTH_ENCRYPTION_KEYS: given.encryptionKey.toString('base64'),
    BERTH_RATE_PER_SECOND: '10000',
    GITOPS_REPO_URL: repoUrl,
    GITOPS_TOKEN: given.gitopsToken,
  }
}

/** The tenants' repositories, and programs that go there and record their arguments. */
async function startRemotes({ gitopsToken, repositoryToken, pullRequestToken }: Planted) {
  const scratch = await scratchDirectory()
  const programs = await hidePrograms(scratch.directory)
  await programs.recordGit()
  await programs.install('ssh', TALKATIVE_SSH)
  const forges = {
    default: await forge(path.join(scratch.directory, 'fleet.git'), gitopsToken),
    other: await forge(path.join(scratch.directory, 'other.git'), repositoryToken),
  }
  const host = await startStandInHost('gitea', forges.other.directory, pullRequestToken)
  // As some hosts do, it repeats what it refuses.
  host.faults.push({ at: 'any', kind: 'echo' })
  const close = async () => {
    await host.close()
    for (const each of Object.values(forges)) await each.close()
    await scratch.remove()
  }
  return { programs, forges, host, close }
}

const named = (name: string, values: Iterable<string>): Secret[] =>
  [...values].map((value) => ({ name, value }))

type Portal = Awaited<ReturnType<typeof startTwinTenants>>

const issuedBy = ({ authority }: Portal) =>
  TENANTS.flatMap((tenant) => authority.issuerOf(ENTRA_TENANTS[tenant]).state.secrets)

function listenToIdTokens({ authority }: Portal): readonly string[] {
  const tokens: string[] = []
  for (const tenant of TENANTS) {
    authority.issuerOf(ENTRA_TENANTS[tenant]).state.tamper = (token) => {
      tokens.push(token)
      return token
    }
  }
  return tokens
}

async function sessionSecrets(
  browsers: readonly PortalBrowser[],
  secret: string,
): Promise<Secret[]> {
  const tokens = browsers.map(({ session }) => session).filter((session) => session !== '')
  const claims = await Promise.all(tokens.map((token) => decode({ token, secret })))
  return [
    ...named('a cookie', tokens),
    ...named(
      'a session’s secret',
      claims.map((claim) => claim?.sub ?? ''),
    ),
  ]
}

/** The secrets of the data directory, such as passwords of the database. */
async function ownSecrets(directory: string): Promise<Secret[]> {
  const file = await readFile(path.join(directory, 'secrets.json'), 'utf8')
  return Object.entries(JSON.parse(file) as Readonly<Record<string, string>>).map(
    ([name, value]) => ({ name: `${name} of the data directory`, value }),
  )
}

/** Prints everything that it was given, including the key, and connects nowhere. */
const TALKATIVE_SSH = `
for word; do
  if [ "$before" = -i ]; then cat "$word" >&2; fi
  before="$word"
done
printf '%s\\n' "$*" >&2
exit 255`

/** A repository behind HTTPS for holders of the token. */
async function forge(directory: string, token: string) {
  const store = await openObjectStore(directory, 'main')
  const pair = Buffer.from(`berth:${token}`).toString('base64')
  const server = await startGitHttpServer(directory, {
    authorization: `Basic ${pair}`,
    tls: SELF_SIGNED,
  })
  return {
    directory,
    url: server.url,
    fail: (fault: Fault | null) => {
      server.state.fault = fault
    },
    /** From now on refuses pushes and repeats their credentials, as some forges do. */
    refusePushes: () => refusePushes(directory, [token, encodeURIComponent(token), pair]),
    close: async () => {
      await server.close()
      store.close()
    },
  }
}

async function refusePushes(directory: string, [token = '', ...rest]: readonly string[]) {
  const lines = [token, ...rest, JSON.stringify({ token }), Buffer.from(token).toString('base64')]
  const said = path.join(directory, 'said')
  const hook = path.join(directory, 'hooks', 'pre-receive')
  await mkdir(path.dirname(hook), { recursive: true })
  await writeFile(said, `${lines.join('\n')}\n`)
  await writeFile(hook, `#!/bin/sh\ncat '${said}' >&2\nexit 1\n`)
  await chmod(hook, 0o755)
}
