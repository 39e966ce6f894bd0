// Compares the files of routes with what the server answers, and tests what is served beside the API.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { connect } from '#db/connection.ts'
import { freePort } from '#db/testing/free-port.ts'
import { temporaryServer } from '#db/testing/temporary-server.ts'
import { openObjectStore } from '#lib/adapters/git/object-store.ts'
import { scratchDirectory } from '#lib/adapters/git/testing/scratch.ts'
import {
  answerHealth,
  answerMetrics,
  answerReadiness,
  observeRequest,
} from '#lib/http/api/health.ts'
import { answerGit } from '#lib/http/git/fetch.ts'
import { directAnswererOf } from '#lib/http/server/direct-answers.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { cluster, team } from '#lib/http/testing/bodies.ts'
import { testSecrets } from '#lib/http/testing/secrets.ts'
import { readEnvironment } from '#lib/settings/env.ts'
import { createServices } from '#lib/start/boot.ts'
import { installServices, type Services } from '#lib/usecases/services.ts'
import { answerDocs, answerOpenApi, answerProblems, problemSentences } from './docs.ts'
import { operations } from './operations.ts'
import { answerApi, matchPath } from './routes.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const UNKNOWN_TOKEN = `berth_${'u'.repeat(43)}`

/** What the server answers itself, unless Next.js shows edits to a developer. */
const DIRECT = [
  'app/api/docs',
  'app/api/docs/problems',
  'app/api/docs/scalar.js',
  'app/api/v1/[...path]',
  'app/git/[...path]',
  'app/healthz',
  'app/metrics',
  'app/readyz',
]

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  expect((await api.call('/teams', { body: team })).status).toBe(201)
  expect((await api.call('/clusters', { body: cluster })).status).toBe(201)
})
afterEach(() => installServices(api.services))

const foldersWith = (name: string) =>
  globSync(`app/**/${name}`)
    .map((file) => path.dirname(file))
    .toSorted()

describe('the files of routes', () => {
  it('are for signing in, and otherwise for developers alone', () => {
    expect(foldersWith('route.{ts,tsx}')).toEqual(['app/api/auth/[...nextauth]'])
    expect(foldersWith('route.dev.ts')).toEqual(DIRECT)
  })

  it('are of what the server answers itself', () => {
    const answered = DIRECT.map((folder) => folder.replace(/^app/, '').replace('[...path]', 'x'))
    expect(answered.filter((target) => directAnswererOf(`${target}?q`) === null)).toEqual([])
    const others = [
      '/',
      '/clusters',
      '/api/auth/csrf',
      '/api/docs/x',
      '/healthz/',
      '/_next/static/x',
    ]
    expect(others.filter((target) => directAnswererOf(target) !== null)).toEqual([])
  })
})

function send(method: (typeof METHODS)[number], address: string) {
  installServices(api.services)
  return answerApi(new Request(`https://berth.example.com/api/v1${address}`, { method }))
}

describe('an address of the API', () => {
  it.each([...new Set(operations.map((operation) => operation.path))])(
    '%s takes the methods of the table and refuses the others',
    async (each) => {
      const ofPath = operations.filter((row) => row.path === each)
      const allowed = ofPath.map(({ method }) => method)
      for (const method of METHODS) {
        const response = await send(method, each.replace(/\{\w+\}/g, 'x'))
        const { code }: { code: string } = await response.json()
        const row = ofPath.find((known) => known.method === method)
        // What is opened by its address isn't there.
        const known = row?.opens
          ? { status: 404, code: 'not_found', allow: null }
          : { status: 401, code: 'unauthenticated', allow: null }
        const unknown = { status: 405, code: 'method_not_allowed', allow: allowed.join(', ') }
        const expected = row ? known : unknown
        const { status, headers } = response
        expect({ status, code, allow: headers.get('allow') }).toEqual(expected)
      }
    },
  )

  it.each(['/nothing', '', '/', '/teams/', '/teams/a/b', '/Teams', '/clusters/x/branches/y'])(
    '%s is of no operation: every method is answered 404',
    async (address) => {
      for (const method of METHODS) {
        const response = await send(method, address)
        expect(response.status).toBe(404)
        expect(await response.json()).toMatchObject({ code: 'not_found' })
      }
    },
  )

  it('is read part by part, so that a slash within a name is the name’s', () => {
    const [match] = matchPath('/api/v1/clusters/a%2Fb%20c')
    expect(match?.parameters).toEqual({ name: 'a/b c' })
  })

  it('with the word of another path is no cluster’s, which is refused', async () => {
    expect(matchPath('/api/v1/clusters/register').map(({ operation }) => operation.id)).toEqual([
      'registerCluster',
    ])
    const refused = await api.call('/clusters', { body: { ...cluster, name: 'register' } })
    expect([refused.status, refused.json.errors[0].code]).toEqual([422, 'name_reserved'])
  })

  it('is of one path alone: no name stands where another path has a word', () => {
    const addresses = operations.map(({ path: each }) => each.replace(/\{\w+\}/g, 'x'))
    for (const address of addresses) {
      const paths = new Set(matchPath(`/api/v1${address}`).map(({ operation }) => operation.path))
      expect([address, paths.size]).toEqual([address, 1])
    }
  })

  it('answers HEAD as GET', async () => {
    installServices(api.services)
    const url = 'https://berth.example.com/api/v1/teams'
    const headers = { authorization: `Bearer ${await api.token('reader')}` }
    const response = await answerApi(new Request(url, { method: 'HEAD', headers }))
    expect(response.status).toBe(200)
  })
})

const ask = (services: Services, repository: string, authorization: string | null) => {
  installServices(services)
  const address = `https://berth.example.com/git/${repository}/info/refs?service=git-upload-pack`
  const request = new Request(address, {
    headers: { ...(authorization !== null && { authorization }) },
  })
  return answerGit(request)
}
const basic = (token: string, name = 'git') =>
  `Basic ${Buffer.from(`${name}:${token}`).toString('base64')}`

describe('the embedded repository over HTTP', () => {
  let demo: Services
  let own: string
  beforeAll(async () => {
    const scratch = await scratchDirectory()
    own = `${api.tenant.name}.git`
    const { environment } = api.services
    const store = await openObjectStore(path.join(scratch.directory, own), 'main')
    store.close()
    const settings = { ...environment, dataDirectory: scratch.directory }
    api = { ...api, services: createServices(settings, api.database, api.services) }
    // As in a demo, the tenant of the settings has the repository of that name.
    const tenantName = api.tenant.name
    demo = createServices({ ...settings, isDemo: true, tenantName }, api.database, api.services)
    const demoStore = await openObjectStore(path.join(scratch.directory, 'gitops.git'), 'main')
    demoStore.close()
    return () => scratch.remove()
  })

  it('is read with a token, as a password of any name or as a bearer', async () => {
    const token = await api.token('reader')
    for (const authorization of [basic(token), basic(token, ''), `Bearer ${token}`]) {
      const response = await ask(api.services, own, authorization)
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('git-upload-pack')
    }
  })

  it('is read by the token of a cluster, and not by a team’s, to which it would show others', async () => {
    const ofCluster = await api.token('reader', { cluster: cluster.name })
    expect((await ask(api.services, own, basic(ofCluster))).status).toBe(200)
    const ofTeam = await api.token('contributor', { team: team.name })
    expect((await ask(api.services, own, basic(ofTeam))).status).toBe(404)
  })

  it.each([
    ['without a token', null],
    ['with a token that nobody made', basic(`berth_${'a'.repeat(43)}`)],
    ['with a password that is no token', basic('password')],
    ['with nothing that is a password', `Basic ${Buffer.from('name').toString('base64')}`],
    ['with another scheme', 'Digest x'],
  ])('asks %s for a token', async (_, authorization) => {
    const response = await ask(api.services, own, authorization)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Basic realm="berth"')
  })

  it('is one’s own tenant’s alone', async () => {
    const elsewhere = await createTestApi()
    const token = await elsewhere.token('admin')
    expect((await ask(api.services, own, basic(token))).status).toBe(404)
    const { status } = await ask(api.services, 'other.git', basic(await api.token('admin')))
    expect(status).toBe(404)
  })

  it('is read by everybody while the demo answers this machine alone, and not otherwise', async () => {
    expect((await ask(demo, 'gitops.git', null)).status).toBe(200)
    const open = { ...demo, environment: { ...demo.environment, host: '0.0.0.0' } }
    expect((await ask(open, 'gitops.git', null)).status).toBe(401)
    const absent = { ...demo, environment: { ...demo.environment, tenantName: 'absent' } }
    expect((await ask(absent, 'gitops.git', null)).status).toBe(401)
  })

  it('is not served where it is somebody else’s', async () => {
    const settings = { ...api.services.environment.gitops, repoUrl: 'https://forge.example.com/r' }
    const { name: tenantName } = api.tenant
    const environment = { ...api.services.environment, tenantName, gitops: settings }
    const services = createServices(environment, api.database, api.services)
    expect((await ask(services, 'gitops.git', basic(await api.token('admin')))).status).toBe(404)
  })

  it('is no stack trace when the database is away', async () => {
    const url = `postgres://berth:x@127.0.0.1:${await freePort()}/berth`
    const database = openDatabase(url, { max: 1 })
    const token = basic(`berth_${'a'.repeat(43)}`)
    const response = await ask({ ...api.services, database }, own, token)
    expect(response.status).toBe(503)
    expect(await response.text()).toBe('The database is not available; try again shortly.\n')
    await closeDatabase(database)
  })
})

const servicesOf = (url: string) =>
  createServices(
    readEnvironment({ LOG_LEVEL: 'silent' }),
    openDatabase(url, { max: 1 }),
    testSecrets,
  )

describe('probes and metrics', () => {
  it('say that the process lives, whatever else does', async () => {
    expect(await answerHealth().json()).toEqual({ status: 'ok' })
  })

  it('say that it is ready, with the state of Git', async () => {
    installServices(api.services)
    const response = await answerReadiness()
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ ready: true, database: 'ok' })
  })

  it('say that it isn’t: without a database, and on one that is to be migrated', async () => {
    const away = servicesOf(`postgres://berth:x@127.0.0.1:${await freePort()}/berth`)
    installServices(away)
    const unavailable = await answerReadiness()
    expect(unavailable.status).toBe(503)
    expect(await unavailable.json()).toMatchObject({ ready: false, database: 'unavailable' })
    await closeDatabase(away.database)

    const server = await temporaryServer()
    const owner = await connect(server.ownerUrl)
    await owner.client`delete from drizzle.__drizzle_migrations
      where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`
    await owner.close()
    const old = servicesOf(server.databaseUrl)
    installServices(old)
    const older = await answerReadiness()
    expect(older.status).toBe(503)
    expect(await older.json()).toMatchObject({ ready: false, database: 'not migrated' })
    await closeDatabase(old.database)
    await server.stop()
  })

  it('count what waits for Git and how long answers took, and name no tenant', async () => {
    installServices(api.services)
    observeRequest('listTeams', 200, 0.01)
    const text = await (await answerMetrics()).text()
    expect(Number(/^berth_publications_pending (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0)
    expect(text).toMatch(/^berth_publication_oldest_pending_seconds \d/m)
    expect(text).toContain('berth_http_request_duration_seconds_count{operation="listTeams"')
    expect(text).not.toContain(api.tenant.name)
  })

  it('have every metric that the example dashboard and rules ask for', async () => {
    installServices(api.services)
    const text = await (await answerMetrics()).text()
    for (const file of ['berth-rules.yaml', 'berth-dashboard.json']) {
      const asking = readFileSync(`deploy/monitoring/${file}`, 'utf8')
      const names = asking.match(/\b(berth|process|nodejs)_\w+/g) ?? []
      expect(names.length).toBeGreaterThan(3)
      for (const name of names) {
        expect(text).toContain(`# TYPE ${name.replace(/_(bucket|count)$/, '')} `)
      }
      for (const [, ids] of asking.matchAll(/operation=~?\\?"([\w|]+)/g)) {
        for (const id of ids!.split('|')) expect(operations.map((each) => each.id)).toContain(id)
      }
    }
  })

  it('count what was refused for want of a right token, by code, and repeat no token', async () => {
    const countOf = async () => {
      const text = await (await answerMetrics()).text()
      expect(text).not.toContain(UNKNOWN_TOKEN)
      return Number(
        /^berth_refused_credentials_total\{code="token_invalid"\} (\d+)$/m.exec(text)?.[1] ?? 0,
      )
    }
    const before = await countOf()
    await api.call('/teams', { token: UNKNOWN_TOKEN })
    await api.call('/teams', { token: null })
    expect(await countOf()).toBe(before + 1)
  })
})

describe('the documentation', () => {
  it('is the document of the operations, and pages that load nothing from outside', async () => {
    const document: unknown = await answerOpenApi().json()
    expect(document).toMatchObject({ openapi: '3.1.1' })
    for (const page of [answerDocs(new Request('http://localhost')), answerProblems()]) {
      expect(await page.text()).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
    }
  })

  it('tells of every code at the anchor that a problem’s type names', async () => {
    const html = await answerProblems().text()
    const { json } = await api.call('/teams?limit=0')
    expect(json).toMatchObject({ code: 'param_limit', type: '/api/docs/problems#param_limit' })
    for (const code of [...Object.keys(problemSentences()), json.code]) {
      expect(html).toContain(`<dt id="${code}">`)
    }
  })
})
