import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyServer } from '#db/testing/temporary-server.ts'
import { apiCollection, apiObjectPath, pagePaths } from '#lib/schemas/paths.ts'
import { freePort } from '#db/testing/free-port.ts'

const MAIN = 'scripts/image-main.mjs'
const START_PATIENCE_MS = 240_000
/** Being slow is no failure. */
const BUILD_PATIENCE_MS = 600_000
const isRoot = process.getuid?.() === 0
/** As in a container: not the owner of the image's files, where the test can arrange that. */
const NOBODY = isRoot ? { uid: 65_534, gid: 65_534 } : {}

/** The image's files, without a `node_modules` in any parent folder, and a folder that its user may write to. */
function assembleImage() {
  const folder = mkdtempSync(path.join(tmpdir(), 'berth-image-'))
  chmodSync(folder, 0o755)
  const app = path.join(folder, 'app')
  const data = path.join(folder, 'data')
  execFileSync(process.execPath, ['scripts/run.mjs', 'image', app])
  mkdirSync(data)
  if (isRoot) chownSync(data, 65_534, 65_534)
  return { app, data, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_PATIENCE_MS
  while (child.exitCode === null && Date.now() < deadline) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the image does not get ready')
}

/** Nobody else may enter the folder of the server's socket. */
const byTcp = (address: string) => address.replace(/\?host=.*$/, '')

describe('what the container image holds', () => {
  let image: ReturnType<typeof assembleImage>
  let server: Awaited<ReturnType<typeof emptyServer>>
  let environment: Record<string, string> & { readonly NODE_ENV: 'production' }
  let child: ChildProcess
  let url: string
  let token: string
  let complaints = ''

  const command = (args: readonly string[], settings = environment) =>
    new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) => {
      const options = { cwd: image.app, env: settings, ...NOBODY }
      execFile(process.execPath, [MAIN, ...args], options, (error, stdout, stderr) =>
        resolve({ status: error?.code ?? 0, stdout, stderr }),
      )
    })
  const ask = (address: string, options: { method?: string; body?: string } = {}) =>
    fetch(`${url}${address}`, {
      ...options,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    })
  const create = (collection: string, object: object) =>
    ask(collection, { method: 'POST', body: JSON.stringify(object) })
  const filesOfImage = () => readdirSync(image.app, { recursive: true, encoding: 'utf8' })

  beforeAll(async () => {
    image = assembleImage()
    server = await emptyServer()
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    environment = {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      HOST: '0.0.0.0',
      PORT: String(port),
      BERTH_DATA_DIR: image.data,
      // Nobody signs in here, so the provider is never contacted.
      OIDC_ISSUER: 'https://id.example.com',
      OIDC_CLIENT_ID: 'berth',
      OIDC_CLIENT_SECRET: 'x',
      NEXTAUTH_SECRET: 'a secret that all of the replicas share',
      LOG_LEVEL: 'warn',
      DATABASE_URL: byTcp(server.databaseUrl),
      BERTH_ENCRYPTION_KEYS: Buffer.alloc(32, 1).toString('base64'),
      DATABASE_OWNER_URL: byTcp(server.ownerUrl),
      GITOPS_REPO_URL: path.join(image.data, 'fleet.git'),
      GITOPS_PULL_URL: 'https://git.example.com/fleet.git',
    }
    child = spawn(process.execPath, [MAIN, 'start'], {
      cwd: image.app,
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...NOBODY,
    })
    child.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
    await untilReady(url, child).catch((error: unknown) => {
      throw new Error(complaints, { cause: error })
    })
    token = (await command(['token', '--role', 'admin'])).stdout.trim()
  }, BUILD_PATIENCE_MS)
  afterAll(async () => {
    child.kill('SIGKILL')
    await server.stop()
    image.remove()
  })

  it('has all that it needs to answer probes, API, documentation and pages', async () => {
    const files = filesOfImage()
    const openApi = '/api/v1/openapi.json'
    const docsScript = '/api/docs/scalar.js'
    const places = [
      '/healthz',
      '/readyz',
      '/metrics',
      openApi,
      pagePaths.apiDocs,
      docsScript,
      '/icon.svg',
    ]
    for (const place of [...places, pagePaths.signIn, apiCollection('cluster')]) {
      const answer = await ask(place)
      expect({ place, status: answer.status }).toEqual({ place, status: 200 })
    }
    const page = await (await ask(pagePaths.signIn)).text()
    const [, style] = /href="(\/_next\/static\/[^"]+\.css[^"]*)"/.exec(page) ?? []
    const css = await ask(style ?? '')
    expect({ status: css.status, type: css.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'text/css; charset=UTF-8',
    })
    expect((await ask('/_next/image?url=%2Ficon.svg&w=64&q=75')).status).toBe(404)
    // Its file system is read-only, so it must not even try to write there.
    expect(filesOfImage()).toEqual(files)
  })

  it('answers to a malformed address what our own server does', async () => {
    expect((await ask('/clusters/%')).status).toBe(400)
  })

  it('makes tokens and tenants, and publishes what is saved', async () => {
    expect(await command(['tenant', 'create', 'other'])).toMatchObject({ status: 0 })
    expect((await create(apiCollection('team'), { name: 'ieb' })).status).toBe(201)
    const cluster = { name: 'east-1', environment: 'non-prod', metadata: { region: 'east' } }
    const created = await create(apiCollection('cluster'), cluster)
    expect(created.status).toBe(201)
    const change = created.headers.get('berth-change')
    await expect
      .poll(async () => (await ask(`/api/v1/changes/${change}`)).json(), { timeout: 30_000 })
      .toMatchObject({ state: 'published' })
    const show = [
      '--git-dir',
      environment['GITOPS_REPO_URL']!,
      'show',
      'main:bootstrap/east-1.yaml',
    ]
    const manifest = execFileSync('git', ['-c', 'safe.directory=*', ...show], { encoding: 'utf8' })
    expect(manifest).toContain('https://git.example.com/fleet.git')
    expect((await ask(apiObjectPath({ kind: 'cluster', team: null, name: 'east-1' }))).status).toBe(
      200,
    )
    expect(await command(['audit-verify'])).toMatchObject({ status: 0 })
  })

  it('names what it lacks when it is given no database', async () => {
    const { DATABASE_URL: _, ...lacking } = environment
    expect(await command(['start'], lacking)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('DATABASE_URL'),
    })
  })

  it('stops at SIGTERM, says that it ended well, and has complained of nothing', async () => {
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(complaints).toBe('')
  })
})
