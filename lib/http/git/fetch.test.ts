import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerApi } from '#lib/http/operations/routes.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { createServices } from '#lib/start/boot.ts'
import { PayerTurns } from '#lib/usecases/payer-turns.ts'
import { installServices, type Services } from '#lib/usecases/services.ts'
import { answerGit } from './fetch.ts'

const run = promisify(execFile)

let api: TestApi
let folder: string
let server: ReturnType<typeof createServer>
let address: string
let token: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'berth-git-route-'))
  api = await createTestApi({ BERTH_DATA_DIR: folder, GITOPS_BRANCH: 'fleet' })
  token = await api.token('reader')
  server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' ? bound?.port : 0
  address = `http://git:${token}@127.0.0.1:${port}/git/${api.tenant.name}.git`
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = await buffer(incoming)
  const answer = await ask(incoming.url!, {
    method: incoming.method!,
    headers: Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    ...(incoming.method === 'POST' && { body }),
  })
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
  outgoing.end(Buffer.from(await answer.arrayBuffer()))
}

/** As Next.js's router handles an address under /git. */
async function ask(
  target: string,
  options: RequestInit,
  services: Services = api.services,
): Promise<Response> {
  installServices(services)
  const request = new Request(new URL(target, 'http://portal'), options)
  return answerGit(request)
}

const info = (name: string) => `/git/${name}/info/refs?service=git-upload-pack`

describe('a repository that nothing was published to', () => {
  it('is made for nobody who may not read it', async () => {
    expect((await ask(info(`${api.tenant.name}.git`), {})).status).toBe(401)
    const basic = Buffer.from(`git:${token}`).toString('base64')
    const headers = { Authorization: `Basic ${basic}` }
    for (const name of ['other.git', '..', '%2e%2e', '']) {
      expect((await ask(info(name), { headers })).status).toBe(404)
    }
    expect(await readdir(folder)).toEqual([])
  })

  it('is cloned as an empty one, on the branch that comes', async () => {
    const clone = path.join(folder, 'clone')
    for (const version of [0, 2]) {
      await run('git', ['-c', `protocol.version=${version}`, 'clone', '--quiet', address, clone])
      expect(await readdir(clone)).toEqual(['.git'])
      if (version === 2) {
        const head = await run('git', ['-C', clone, 'symbolic-ref', 'HEAD'])
        expect(head.stdout.trim()).toBe('refs/heads/fleet')
      }
      await rm(clone, { recursive: true })
    }
  })
})

it('puts off who fetches while too many of the tenant’s others do, and tells when to come back', async () => {
  const fetches = new PayerTurns({ perPayer: 1, perTenant: 1, waiting: 0, patienceMs: 0 })
  const services = { ...api.services, fetches }
  const headers = { Authorization: `Bearer ${token}` }
  const fetch = () => ask(info(`${api.tenant.name}.git`), { headers }, services)
  const end = await fetches.take({ payer: 'another', tenant: api.tenant })
  const refused = await fetch()
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  end()
  expect((await fetch()).status).toBe(200)
})

it('counts as requests of the API do: whoever has spent theirs on fetches has none left there', async () => {
  const rateLimit = { perSecond: 0.001, burst: 1 }
  const environment = { ...api.services.environment, rateLimit }
  const services = createServices(environment, api.database, api.services)
  const fetch = () =>
    ask(info(`${api.tenant.name}.git`), { headers: { authorization: `Bearer ${token}` } }, services)
  expect((await fetch()).status).toBe(200)
  const refused = await fetch()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const headers = { authorization: `Bearer ${token}` }
  const asked = await answerApi(new Request('http://portal/api/v1/teams', { headers }))
  expect(asked.status).toBe(429)
})

it('asks whoever sends no credential for one before it says that there is nothing, also where others need none', async () => {
  const environment = { ...api.services.environment, isDemo: true, tenantName: api.tenant.name }
  const askDemo = async (name: string, headers: Record<string, string> = {}) => {
    const services = { ...api.services, environment }
    installServices(services)
    const request = new Request(new URL(info(name), 'http://portal'), { headers })
    return answerGit(request)
  }
  const unknown = await askDemo('other.git')
  expect(unknown.status).toBe(401)
  expect(unknown.headers.get('www-authenticate')).toBe('Basic realm="berth"')
  const { status } = await askDemo('other.git', { authorization: `Bearer ${token}` })
  expect(status).toBe(404)
})

it('is not there for another tenant, nor any more once the manifests go elsewhere', async () => {
  const moving = await createTestApi({ BERTH_DATA_DIR: folder })
  const own = info(`${moving.tenant.name}.git`)
  const askAs = async (token: string) => {
    installServices(moving.services)
    const request = new Request(new URL(own, 'http://portal'), {
      headers: { authorization: `Bearer ${token}` },
    })
    return (await answerGit(request)).status
  }
  const reader = await moving.token('reader')
  expect([await askAs(reader), await askAs(token)]).toEqual([200, 404])
  await moving.call('/repository-settings', {
    method: 'PUT',
    body: { repo_url: 'https://git.example.com/fleet.git' },
    headers: { 'if-match': '"0"' },
  })
  expect([await askAs(reader), await askAs(token)]).toEqual([404, 404])
})
