import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#db/testing/free-port.ts'
import { builtActions, call, mutatedBodies } from './testing/hostile-actions.ts'
import { forwarding, hostileRequests, send } from './testing/hostile-requests.ts'
import { type Portal, startDemo, temporaryDataDirectory } from './testing/portal.ts'
import { inParallel } from './testing/in-parallel.ts'
import { openConnection } from './testing/raw-connection.ts'
import { signIn } from './testing/session.ts'
import { canary, visits } from './testing/visits.ts'

/** With many trials, more of each, in another order. */
const isLong = process.env['BERTH_TRIALS'] !== undefined
const SEED = isLong ? Date.now() : 1
const HOSTILE_BODIES = isLong ? 10_000 : 2500
const VISITS = isLong ? 5000 : 200
const GROWTH_MAX_KB = 512 * 1024
const GIT_REFS = '/git/gitops.git/info/refs?service=git-upload-pack'

type Options = { method?: string; body?: string; headers?: Record<string, string> }

const ask = (portal: Portal, file: string, options: Options = {}) =>
  fetch(`${portal.url}${file}`, {
    ...options,
    headers: { Authorization: `Bearer ${portal.token}`, ...options.headers },
  })

/** The resident memory of the process. */
function memoryKb({ child }: Portal): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })
  return Number(stdout)
}

/** Asynchronous, so that this process notices in the meantime which idle connections the portal closes. */
async function run(dataDirectory: string, ...args: string[]) {
  const child = spawn(process.execPath, ['scripts/run.mjs', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, BERTH_DATA_DIR: dataDirectory },
  })
  const [stdout] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { status: child.exitCode, stdout }
}

function start(environment: Record<string, string>) {
  return spawnSync(process.execPath, ['scripts/run.mjs', 'start'], {
    encoding: 'utf8',
    env: { ...process.env, BERTH_DEMO: '', ...environment },
  })
}

describe('the demo', () => {
  const data = temporaryDataDirectory()
  let portal: Portal
  beforeAll(async () => {
    portal = await startDemo(data.directory, ['--still'])
  })
  afterAll(async () => {
    await portal.stop()
    data.remove()
  })

  const totals = async () => {
    const lists = ['teams', 'clusters', 'applications', 'target-policies', 'placements']
    const answers = await Promise.all(lists.map((list) => ask(portal, `/api/v1/${list}?limit=1`)))
    return Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { total: number }).total),
    )
  }

  it('holds 4 teams, 60 clusters and 25 applications, and says that it is ready', async () => {
    expect(await totals()).toEqual([4, 60, 25, 7, expect.any(Number)])
    const ready = await ask(portal, '/readyz')
    expect({ status: ready.status, body: await ready.json() }).toMatchObject({
      status: 200,
      body: { ready: true, database: 'ok' },
    })
    expect((await ask(portal, '/healthz')).status).toBe(200)
    expect(await (await ask(portal, '/metrics')).text()).toContain('berth_publications_pending')
  })

  it.each(hostileRequests)(
    'answers $status, and tells nothing of its inside, to $name',
    async ({ status, location, ...request }) => {
      const token = ['Authorization', `Bearer ${portal.token}`] as const
      const headers = [...(request.headers ?? []), ...(request.token === true ? [token] : [])]
      const answer = await send(portal.url, { ...request, headers })
      expect(answer.status, answer.text).toBe(status)
      if (location !== undefined) expect(answer.headers.get('location')).toBe(location)
      expect(answer.headers.get('location') ?? '/').toMatch(/^\/(?!\/)/)
      expect(answer.text).not.toMatch(/node_modules|\.(?:ts|js|mjs):\d+|"items":\[\{/)
    },
  )

  it('answers busy to those who want too much at once, though another copy of the modules throws it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => ask(portal, '/api/v1/placements?format=csv')),
    )
    const said = await Promise.all(
      answers.map(async (answer) => [
        answer.status,
        /"code":"(\w+)"/.exec(await answer.text())?.[1],
      ]),
    )
    expect(new Set(said.map(String))).toEqual(new Set(['200,', '503,busy']))
  })

  it('makes no link and no redirect from what a request claims about its way here', async () => {
    const targets = ['/api/auth/signin', '/api/auth/providers', '/api/v1/openapi.json', '/sign-in']
    for (const target of targets) {
      const plain = await send(portal.url, { target })
      expect(plain.status).toBeLessThan(400)
      for (const header of forwarding) {
        const answer = await send(portal.url, { target, headers: [header] })
        expect(answer.status, header.join()).toBe(plain.status)
        expect(answer.headers.get('location')).toBe(plain.headers.get('location'))
        expect(answer.text).not.toContain('evil.example')
      }
    }
  })

  it(`takes ${HOSTILE_BODIES} bodies for its server actions that no form sends, fails at none, and does nothing`, async () => {
    const before = { totals: await totals(), kb: memoryKb(portal) }
    const actions = builtActions()
    const bodies = mutatedBodies(HOSTILE_BODIES, SEED).map((body, index) => ({
      ...body,
      action: actions[index % actions.length]!,
    }))
    const statuses = await inParallel(bodies, 8, async ({ type, body, action: { id, page } }) => {
      const headers = { 'Next-Action': id, 'Content-Type': type, Origin: portal.url }
      const answer = await fetch(`${portal.url}${page}`, { method: 'POST', body, headers })
      await answer.arrayBuffer()
      return answer.status
    })
    expect(new Set(statuses)).toEqual(new Set([200, 400]))
    expect(portal.child.exitCode).toBe(null)
    expect(await totals()).toEqual(before.totals)
    expect(memoryKb(portal) - before.kb).toBeLessThan(GROWTH_MAX_KB)
  })

  it('shows each of two people what is theirs, however their requests mix', async () => {
    const hidden = await ask(portal, '/api/v1/applications', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(canary),
    })
    expect(hidden.status, await hidden.text()).toBe(201)
    const accounts = ['ada', 'ines']
    // Their names are on each page of a demo, which switches between them.
    const people = ['ada.admin@example.com', 'ines@example.com']
    const cookies = await Promise.all(accounts.map((account) => signIn(portal, account)))
    const mixed = visits(VISITS, SEED).map(({ person, ...visit }) => ({
      ...visit,
      person: people[person]!,
      cookie: cookies[person]!,
      foreign: person === 0 ? [people[1]!] : [people[0]!, canary.name],
    }))
    await inParallel(mixed, 6, async ({ address, headers, person, cookie, foreign, isWhole }) => {
      const answer = await fetch(`${portal.url}${address}`, {
        headers: { ...headers, Cookie: cookie },
      })
      const page = await answer.text()
      expect({ address, status: answer.status }).toEqual({ address, status: 200 })
      expect(answer.headers.get('cache-control')).toMatch(/no-store/)
      if (isWhole) expect(page).toContain(person)
      for (const word of foreign) expect(page, `${person}: ${address}`).not.toContain(word)
    })
  })

  it('goes on with what is there after a kill of its whole group', async () => {
    const before = await totals()
    const renamed = await ask(portal, '/api/v1/teams/ieb', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/merge-patch+json', 'If-Match': '*' },
      body: '{"description": "Ours now"}',
    })
    expect(renamed.status).toBe(200)
    await portal.kill()
    portal = await startDemo(data.directory, ['--still'])
    expect(await totals()).toEqual(before)
    const team = (await (await ask(portal, '/api/v1/teams/ieb')).json()) as { description: string }
    expect(team.description).toBe('Ours now')
  })

  it('started again, serves the forms that were open before', async () => {
    for (const { id, page } of builtActions()) {
      const answer = await fetch(`${portal.url}${page}`, {
        method: 'POST',
        body: JSON.stringify([call]),
        headers: { 'Next-Action': id, 'Content-Type': 'text/plain', Origin: portal.url },
      })
      expect(await answer.text(), page).toContain('"code":"unauthenticated"')
    }
  })

  it('serves git to everybody on this machine', async () => {
    expect((await fetch(`${portal.url}${GIT_REFS}`)).status).toBe(200)
    expect((await fetch(`${portal.url}/git/other.git/info/refs`)).status).toBe(401)
  })

  it('told to end, still answers requests that have begun, waits for nobody else, and goes on with all of it', async () => {
    const before = await totals()
    const { host } = new URL(portal.url)
    const open = () => openConnection(portal.url)
    const [silent, idle, saving] = await Promise.all([open(), open(), open()])
    idle.send(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    expect(await idle.received(/\r\n\r\n/)).toContain(' 200 OK')
    const body = '{"name": "late"}'
    const head = [
      'POST /api/v1/teams HTTP/1.1',
      `Host: ${host}`,
      `Authorization: Bearer ${portal.token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
    ]
    saving.send(`${head.join('\r\n')}\r\n\r\n`)
    expect(await saving.received(/\r\n\r\n/)).toContain(' 100 Continue')
    saving.send(body.slice(0, 5))
    const stopped = portal.stop()
    await Promise.all([silent.closed, idle.closed])
    // As npm does when the terminal has already sent the Ctrl-C.
    portal.child.kill('SIGTERM')
    await expect(open()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    saving.send(body.slice(5))
    expect(await saving.received(/"late"/)).toContain(' 201 Created')
    await saving.closed
    await stopped
    // From here on it is one that others can reach.
    portal = await startDemo(data.directory, ['--still'], { HOST: '0.0.0.0' })
    expect((await ask(portal, '/api/v1/teams/late')).status).toBe(200)
    const [teams, ...others] = before
    expect(await totals()).toEqual([teams! + 1, ...others])
  })

  it('refuses to share its port, and says so', async () => {
    const port = new URL(portal.url).port
    await expect(startDemo(data.directory, ['--still'], { PORT: port })).rejects.toThrow(
      /EADDRINUSE|in use/,
    )
  })

  it('keeps its secrets where only its user can read them, and nothing else beside database and repository', () => {
    const file = path.join(data.directory, 'secrets.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object)).toContain('appPassword')
  })

  it('gives out tokens and makes tenants while it runs, and a tenant sees nothing of another', async () => {
    expect(await run(data.directory, 'tenant', 'create', 'other')).toMatchObject({ status: 0 })
    expect(await run(data.directory, 'tenant', 'create', 'other')).toMatchObject({ status: 1 })
    const made = await run(data.directory, 'token', '--role', 'reader', '--tenant', 'other')
    const token = made.stdout.trim().split('\n').at(-1)!
    expect(token).toMatch(/^berth_/)
    const answer = await ask(portal, '/api/v1/clusters', {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(await answer.json()).toMatchObject({ items: [], total: 0 })
    expect(await run(data.directory, 'token', '--role', 'king')).toMatchObject({ status: 2 })
    expect(
      await run(data.directory, 'token', '--role', 'reader', '--team', 'nobody'),
    ).toMatchObject({
      status: 1,
    })
  })

  it('serves git to token holders alone where others can reach it', async () => {
    const anonymous = await fetch(`${portal.url}${GIT_REFS}`)
    expect({ status: anonymous.status, ask: anonymous.headers.get('www-authenticate') }).toEqual({
      status: 401,
      ask: 'Basic realm="berth"',
    })
    const basic = Buffer.from(`git:${portal.token}`).toString('base64')
    const known = await fetch(`${portal.url}${GIT_REFS}`, {
      headers: { Authorization: `Basic ${basic}` },
    })
    expect(known.status).toBe(200)
  })
})

describe('npm start', () => {
  it('refuses without sign-in, with nonsense in the environment, and says all that is wrong', async () => {
    expect(start({})).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('no sign-in is configured'),
    })
    const nonsense = start({
      PORT: String(await freePort()),
      GITOPS_BRANCH: '{',
      GITOPS_SHARDS: 'x',
    })
    expect(nonsense.status).toBe(1)
    expect(nonsense.stderr).toContain('GITOPS_SHARDS')
  })
})
