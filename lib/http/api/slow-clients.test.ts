import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { closeDatabase, inTenant, openDatabase } from '#db/client.ts'
import { answerGit } from '#lib/http/git/fetch.ts'
import { operations } from '#lib/http/operations/operations.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { type StreamingServer, startStreamingServer } from '#lib/http/testing/streaming-server.ts'
import { installServices } from '#lib/usecases/services.ts'
import { answer } from './answer.ts'
import { answerReadiness } from './health.ts'

/** More than there are connections to the database. */
const SLOW = 12

let api: TestApi
let folder: string
let hook: string
let server: StreamingServer
let isDemo = false
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'berth-slow-'))
  api = await createTestApi({ BERTH_DATA_DIR: folder })
  await api.call('/teams', { body: { name: 'ieb' } })
  const made = { name: 'pushes', namespace: 'ieb', host: 'github' }
  hook = (await api.call('/hooks', { body: made })).json.id
  server = await startStreamingServer(passOn)
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

function passOn(request: Request): Promise<Response> {
  const environment = { ...api.services.environment, isDemo, tenantName: api.tenant.name }
  installServices({ ...api.services, environment })
  const { pathname } = new URL(request.url)
  if (pathname.startsWith('/git/')) return answerGit(request)
  if (pathname.startsWith('/api/v1/hooks/')) {
    const operation = operations.find(({ id }) => id === 'receivePush')!
    return answer(operation, request, { id: pathname.split('/').at(-1)! })
  }
  const isReport = request.method === 'PUT'
  const wanted = isReport ? 'reportCluster' : 'createTeam'
  const operation = operations.find(({ id }) => id === wanted)!
  // Each is of another cluster: one alone sends one report at a time.
  return answer(operation, request, isReport ? { name: `slow-${(sent += 1)}` } : {})
}
let sent = 0

/** A request that sends one byte of its body and never continues. */
const slow = (path: string, headers: readonly string[], method = 'POST') =>
  [`${method} ${path} HTTP/1.1`, 'Host: portal', 'Content-Length: 1000', ...headers, '', '{'].join(
    '\r\n',
  )

const packType = 'Content-Type: application/x-git-upload-pack-request'
const jsonType = 'Content-Type: application/json'

type Client = {
  readonly demo: boolean
  readonly method?: string
  readonly target: () => string
  readonly headers: (token: string) => readonly string[]
}

const clients: Readonly<Record<string, Client>> = {
  'fetches from git with a token': {
    demo: false,
    target: () => `/git/${api.tenant.name}.git/git-upload-pack`,
    headers: (token) => [packType, token],
  },
  'fetches from git without one, where the demo asks for none': {
    demo: true,
    target: () => '/git/gitops.git/git-upload-pack',
    headers: () => [packType],
  },
  'writes to the API': {
    demo: false,
    target: () => '/api/v1/teams',
    headers: (token) => [jsonType, token],
  },
  'tells a hook of a push': {
    demo: false,
    target: () => `/api/v1/hooks/${hook}`,
    headers: () => [jsonType],
  },
  'reports of clusters': {
    demo: false,
    method: 'PUT',
    target: () => '/api/v1/clusters/slow/report',
    headers: (token) => [jsonType, token],
  },
}

describe.each(Object.entries(clients))(
  'who %s and sends the body byte by byte',
  (_, { demo, method, target, headers }) => {
    it('holds no connection to the database: others are answered', async () => {
      isDemo = demo
      const token = await api.token('admin')
      const begun = takenSoFar()
      const request = slow(target(), headers(`Authorization: Bearer ${token}`), method)
      for (let count = 0; count < SLOW; count++) await server.open(request)
      await server.untilTaken(begun + SLOW)
      expect((await api.call('/teams')).status).toBe(200)
      installServices(api.services)
      expect((await answerReadiness()).status).toBe(200)
    })
  },
)

let taken = 0
function takenSoFar(): number {
  const before = taken
  taken += SLOW
  return before
}

describe('a tenant whose transactions go on and on', () => {
  it('leaves connections for the others, and the portal says when there are none at all', async () => {
    const database = openDatabase(inject('databaseUrl'), { max: 4, perTenant: 2 })
    const busy = { ...api.services, database }
    const other = await createTestApi()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const hold = (tenant: number) => inTenant(database, tenant, () => held)
    const holding = [1, 2, 3].map(() => hold(api.tenant.id))
    const answeredOther = async () => {
      installServices({ ...other.services, database })
      const headers = { authorization: `Bearer ${await other.token('reader')}` }
      const [operation] = operations.filter(({ id }) => id === 'listTeams')
      const request = new Request('https://berth.example.com/api/v1/teams', { headers })
      return (await answer(operation!, request, {})).status
    }
    expect(await answeredOther()).toBe(200)
    installServices(busy)
    expect((await answerReadiness()).status).toBe(200)
    holding.push(hold(other.tenant.id), hold(other.tenant.id))
    expect((await answerReadiness()).status).toBe(503)
    release()
    await Promise.all(holding)
    expect((await answerReadiness()).status).toBe(200)
    await closeDatabase(database)
  })
})
