// Secrets are only where they are used: whatever Berth does with them, it doesn't show, log, count, export, write to Git or
// store any of them in the open, however it is spelled.
import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { asOwner } from './testing/owner-database.ts'
import { crawlPages, readEverything } from './testing/portal-crawl.ts'
import {
  askForTeam,
  keepView,
  makeReport,
  exerciseGit,
  exerciseHook,
  exerciseRefusals,
  exerciseSignIn,
  failedStarts,
  holdVersion,
  makeToken,
} from './testing/secret-exercise.ts'
import { type Found, hitsIn, type Secret, spellingsOf } from './testing/secret-search.ts'
import { type SecretWorld, startSecretWorld } from './testing/secret-world.ts'
import { ENTRA_TENANTS, ownTeamOf, PINNED } from './testing/twin-tenants.ts'

const PROBES = ['/metrics', '/healthz', '/readyz']

/** Not secret: it must be found wherever secrets are searched for. */
const VISIBLE = ownTeamOf('default')

let world: SecretWorld
let secrets: readonly Secret[]
let pages: Awaited<ReturnType<typeof crawlPages>>
let readings: Awaited<ReturnType<typeof readEverything>>
const places: Record<string, readonly Found[]> = {}

beforeAll(async () => {
  world = await startSecretWorld()
  const ada = world.browser()
  expect(await ada.signIn(ENTRA_TENANTS.default, 'ada')).toBe(`${world.url}/`)
  const tess = world.browser()
  await tess.signIn(ENTRA_TENANTS.default, 'tess')
  const made = await makeToken(world, ada)
  const hookSecret = await exerciseHook(world, ada)
  const request = await askForTeam(world, tess)
  const view = await keepView(world, ada)
  const file = await makeReport(world)
  await holdVersion(world)
  await exerciseGit(world)
  await exerciseRefusals(world)
  await exerciseSignIn(world, ada)
  const adaOfOther = world.browser()
  await adaOfOther.signIn(ENTRA_TENANTS.other, 'ada')
  for (const browser of [adaOfOther, ada]) {
    pages = await crawlPages(browser, ['/', '/api/docs', '/nowhere', '/teams/nobody'])
    readings = await readEverything(browser, examplesWith({ request, view, file }))
  }
  for (const address of PROBES) expect((await ada.ask(address)).status).toBe(200)
  secrets = [
    ...(await world.secrets()),
    { name: 'a token of a person', value: made },
    { name: 'the secret of a hook', value: hookSecret },
  ]
  places['an answer'] = world.answers
  places['Git'] = await repositories()
  places['the data directory'] = await filesBeneath(world.directory)
  places['the database'] = await asOwner(world.directory, rowsOf)
  const calls = await world.programs.linesOf('git-calls')
  places['a command'] = [{ place: 'the arguments of git', text: calls.join('\n') }]
  const starts = failedStarts(world)
  places['a failed start'] = starts.map((text) => ({ place: 'a failed start', text }))
  places['the log'] = [{ place: 'the log', text: world.output() }]
  // It visits every page.
}, 600_000)
afterAll(async () => {
  vi.unstubAllEnvs()
  await world.close()
})

function examplesWith({
  request,
  view,
  file,
}: Readonly<Record<'request' | 'view' | 'file', string>>): Readonly<Record<string, string>> {
  return {
    '/teams/{name}': '/teams/shop',
    '/clusters/{name}': '/clusters/edge-01',
    '/clusters/{name}/branches': '/clusters/edge-01/branches',
    '/clusters/{name}/report': '/clusters/edge-01/report',
    '/clusters/{name}/holds': '/clusters/edge-01/holds',
    '/clusters/{name}/holds/{namespace}/{application}': '/clusters/edge-01/holds/shop/rolling',
    '/applications/{namespace}/{name}/holds': '/applications/shop/rolling/holds',
    '/clusters/{name}/foreign-applications': '/clusters/edge-01/foreign-applications',
    '/registration-tokens/{name}': '/registration-tokens/edge-stores',
    '/registration-tokens/{name}/secret': '/registration-tokens/edge-stores/secret',
    '/clusters/{name}/scores': '/clusters/edge-01/scores',
    '/target-policies/{name}/decision': '/target-policies/web-to-east/decision',
    '/clusters/{name}/report-key': '/clusters/edge-01/report-key',
    '/applications/{namespace}/{name}': '/applications/shop/web',
    '/applications/{namespace}/{name}/versions': '/applications/shop/web/versions',
    '/applications/{namespace}/{name}/versions/{version}': '/applications/shop/web/versions/1',
    '/applications/{namespace}/{name}/versions/{version}/compliance':
      '/applications/shop/web/versions/1/compliance',
    '/applications/{namespace}/{name}/environments': '/applications/shop/web/environments',
    '/rollouts/{id}': '/rollouts/1',
    '/rollouts/{id}/events': '/rollouts/1/events',
    '/rollouts/{id}/clusters': '/rollouts/1/clusters',
    '/target-policies/{name}': '/target-policies/web-to-east',
    '/alert-rules/{name}': '/alert-rules/unhealthy',
    '/saved-reports/{name}': '/saved-reports/what-runs',
    '/saved-reports/{name}/runs': '/saved-reports/what-runs/runs',
    '/saved-reports/{name}/runs/{id}/file': file,
    '/environments/{name}': '/environments/production',
    '/environments/{name}/compare/{other}': '/environments/production/compare/production',
    '/freezes/{name}': '/freezes/christmas',
    '/cluster-types/{name}': '/cluster-types/edge',
    '/configs/{name}': '/configs/endpoints',
    '/config-schemas/{name}': '/config-schemas/endpoints',
    '/guard-rules/{name}': '/guard-rules/production',
    '/silences/{name}': '/silences/east-at-night',
    '/subscriptions/{name}': '/subscriptions/on-call',
    '/subscriptions/{name}/deliveries': '/subscriptions/on-call/deliveries',
    '/schedulers/{name}': '/schedulers/gpu-packer',
    '/metric-sources/{name}': '/metric-sources/prometheus',
    '/metric-sources/{name}/series': '/metric-sources/prometheus/series?metric=x',
    '/placements/{namespace}/{application}/{cluster}': '/placements/shop/web/edge-01',
    '/changes/{id}': '/changes/1',
    '/changes/{id}/bootstraps': '/changes/1/bootstraps',
    '/changes/{id}/compliance': '/changes/1/compliance',
    '/commits/{sha}/compliance': `/commits/${PINNED}/compliance`,
    '/team-requests/{id}': `/team-requests/${request}`,
    '/saved-views/{id}': `/saved-views/${view}`,
    '/dependencies': '/dependencies?application=shop/web',
    '/label-values': '/label-values?kind=cluster',
    '/access': '/access?group=nobody',
    '/observed/series': '/observed/series?metric=states',
  }
}

/** Every object of each repository, whether or not something refers to it, and every ref. */
async function repositories(): Promise<readonly Found[]> {
  const entries = await readdir(world.directory, { recursive: true, withFileTypes: true })
  const own = entries.filter((entry) => entry.isDirectory() && entry.name.endsWith('.git'))
  const directories = [
    ...Object.values(world.forges).map(({ directory }) => directory),
    ...own.map(({ parentPath, name }) => path.join(parentPath, name)),
  ]
  return directories.map((directory) => {
    const git = (...args: readonly string[]) =>
      execFileSync('git', [`--git-dir=${directory}`, ...args], { maxBuffer: OUTPUT_BYTES_MAX })
    const objects = git('cat-file', '--batch-all-objects', '--batch', '--unordered')
    const text = Buffer.concat([git('for-each-ref'), objects]).toString('latin1')
    return { place: `the repository ${path.basename(directory)}`, text }
  })
}

const OUTPUT_BYTES_MAX = 256 * 1024 * 1024

/** All files except the one that may contain secrets, and those of the database. */
async function filesBeneath(directory: string): Promise<readonly Found[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(directory, path.join(parentPath, name)))
    .filter((file) => file !== 'secrets.json' && !file.startsWith(`postgres${path.sep}`))
  return Promise.all(
    files.map(async (file) => ({
      place: `the file ${file}`,
      text: await readFile(path.join(directory, file), 'latin1'),
    })),
  )
}

/** Every row of every table; bytes are in hex. */
async function rowsOf(sql: Sql): Promise<readonly Found[]> {
  const tables = await sql<{ name: string }[]>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
    from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`
  return Promise.all(
    tables.map(async ({ name }) => {
      const rows = await sql.unsafe(`select to_jsonb(t)::text as row from ${name} t`)
      return { place: `the table ${name}`, text: rows.map(({ row }) => String(row)).join('\n') }
    }),
  )
}

describe('the search', () => {
  const secret = 'a "secret"/+&<value>~?'
  const bytes = Buffer.from(secret)
  it.each([
    ['as it is', `x${secret}y`],
    ['in hex', `0${bytes.toString('hex')}0`],
    ['in base64', Buffer.from(`${secret} and more`).toString('base64')],
    ['in base64 after a name', Buffer.from(`berth:${secret}`).toString('base64')],
    ['in base64url after a letter', Buffer.from(`x${secret}xx`).toString('base64url')],
    ['in an address', `?q=${encodeURIComponent(secret)}`],
    ['in a form', new URLSearchParams({ q: secret }).toString()],
    ['in JSON', JSON.stringify({ secret })],
    ['in JSON in JSON', JSON.stringify(JSON.stringify({ secret }))],
    ['in HTML', 'a &quot;secret&quot;/+&amp;&lt;value&gt;~?'],
    ['in a script', String.raw`"a \"secret\"/+\u0026\u003cvalue\u003e~?"`],
  ])('finds a secret %s', (_, text) => {
    const spellings = spellingsOf([{ name: 'it', value: secret }])
    expect(hitsIn([{ place: 'here', text }], spellings)).toEqual(['it stands in here'])
    expect(hitsIn([{ place: 'here', text: text.slice(0, 12) }], spellings)).toEqual([])
  })
})

describe('a portal that was made to do all that it can', () => {
  it('had a secret in every field, and used each', () => {
    expect([...new Set(secrets.map(({ name }) => name))].sort()).toEqual(KINDS)
  })

  it('answered every page and every reading of its API', () => {
    const unanswered = [...pages].filter(([kind, status]) => status !== (EXPECTED[kind] ?? 200))
    expect(unanswered).toEqual([])
    expect(pages.size).toBeGreaterThan(50)
    expect(readings.filter(({ status }) => status !== 200)).toEqual([])
    expect(readings.filter(({ accept }) => accept === 'text/csv').length).toBeGreaterThan(10)
  })

  it('told of all that failed elsewhere, and hid what it was told of secrets', () => {
    const told = [...world.answers.map(({ text }) => text), world.output()]
    for (const words of TOLD) expect(told.some((text) => text.includes(words))).toBe(true)
    for (const { text } of places['a failed start'] ?? []) {
      expect(text).toMatch(/The database is not available|The environment is not valid/)
    }
    expect(world.output()).toContain('***')
  })

  it.each(['an answer', 'Git', 'the database'])('shows what is no secret in %s', (kind) => {
    const spellings = spellingsOf([{ name: VISIBLE, value: VISIBLE }])
    expect(hitsIn(places[kind] ?? [], spellings)).not.toEqual([])
  })

  it.each([
    'an answer',
    'Git',
    'the data directory',
    'the database',
    'a command',
    'the log',
    'a failed start',
  ])('shows no secret in %s', (kind) => {
    expect(places[kind]?.length).toBeGreaterThan(0)
    expect(hitsIn(places[kind] ?? [], spellingsOf(secrets))).toEqual([])
  })
})

const EXPECTED: Readonly<Record<string, number>> = {
  '/nowhere?': 404,
  '/teams/nobody?': 404,
  '/settings?': 307,
}

/** Messages from the provider, Graph and the remotes. */
const TOLD = [
  'could not be verified',
  'Your identity provider could not be reached.',
  'Microsoft Graph could not be reached.',
  'The remote answered with HTTP status 403.',
  'pre-receive hook declined',
  'BEGIN OPENSSH PRIVATE KEY-----\\n***',
]

const KINDS = [
  'a code or a refresh token',
  'a cookie',
  'a session’s secret',
  'a token for Graph',
  'a token of a person',
  'an API token',
  'an ID token',
  'appPassword of the data directory',
  'clientSecret',
  'databasePassword',
  'encryptionKey',
  'encryptionKey of the data directory',
  'gitopsToken',
  'ownerPassword of the data directory',
  'pullRequestToken',
  'repositoryToken',
  'sessionSecret',
  'sessionSecret of the data directory',
  'sshKeyLine',
  'superuserPassword of the data directory',
  'the key of a subscription',
  'the secret of a hook',
]
