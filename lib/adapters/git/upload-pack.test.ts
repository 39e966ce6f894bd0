import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readdir, readFile, rm } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LocalRemote } from './local-remote.ts'
import { gitObject } from './object-id.ts'
import { openObjectStore, type ObjectStore } from './object-store.ts'
import { requireGit, runGit } from './run-git.ts'
import { commitOfFile, scratchDirectory, treeOf } from './testing/scratch.ts'
import { httpTransport } from './transport.ts'
import { serveUploadPack } from './upload-pack.ts'

const first = commitOfFile('a.yaml', 'one')
const second = commitOfFile('a.yaml', 'second', [first.id])

let scratch: Awaited<ReturnType<typeof scratchDirectory>>
let store: ObjectStore
let server: Awaited<ReturnType<typeof startPortal>>
beforeEach(async () => {
  scratch = await scratchDirectory()
  store = await openObjectStore(path.join(scratch.directory, 'gitops.git'), 'main')
  await store.write([...first.objects, ...second.objects])
  const remote = new LocalRemote(store)
  await remote.push('main', null, first.id)
  await remote.push('main', first.id, second.id)
  server = await startPortal(store.directory)
})
afterEach(async () => {
  // Each place was given back, however the answer ended.
  await vi.waitFor(() => expect(turns).toBe(0))
  store.close()
  await server.close()
  await scratch.remove()
})

const readBody = async (request: Request, bytesMax: number) => {
  const body = Buffer.from(await request.arrayBuffer())
  if (body.length > bytesMax) throw new Error('too large')
  return body
}

let turns = 0
const takeTurn = async () => {
  turns += 1
  return () => {
    turns -= 1
  }
}
const gitClient = { readBody, takeTurn }

/** A minimal portal: what follows `/git/gitops.git/` is passed to the function, as a Request. */
async function startPortal(directory: string) {
  const requests: Request[] = []
  const portal = createServer((incoming, outgoing) => {
    answer(directory, requests, incoming, outgoing).catch(() => outgoing.destroy())
  })
  portal.listen(0, '127.0.0.1')
  await once(portal, 'listening')
  const address = portal.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `http://127.0.0.1:${port}/git/gitops.git`,
    requests,
    async close() {
      portal.closeAllConnections()
      portal.close()
      await once(portal, 'close')
    },
  }
}

async function answer(
  directory: string,
  requests: Request[],
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { method = 'GET' } = incoming
  const url = new URL(incoming.url ?? '/', 'http://portal')
  const gone = new AbortController()
  outgoing.on('close', () => gone.abort())
  const headers = Object.entries(incoming.headers).map(([key, value]) => [key, String(value)])
  const body = method === 'POST' ? Buffer.concat(await incoming.toArray()) : null
  const init = { method, headers: Object.fromEntries(headers), body, signal: gone.signal }
  const request = new Request(url, init)
  requests.push(request)
  const rest = url.pathname.replace('/git/gitops.git/', '')
  const response = await serveUploadPack(directory, rest, request, gitClient)
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  for await (const chunk of response.body ?? []) {
    if (!outgoing.write(chunk)) await once(outgoing, 'drain')
  }
  outgoing.end()
}

/** An empty repository, and git in it, allowed to speak http. */
async function client(name: string) {
  const clone = await openObjectStore(path.join(scratch.directory, name), 'main')
  clone.close()
  const { directory } = clone
  const transport = httpTransport(server.url, null)
  return (args: readonly string[]) => runGit({ directory, args, transport, timeoutMs: 30_000 })
}

const get = (rest: string, headers: Record<string, string> = {}) => {
  const request = new Request(`http://portal/git/gitops.git/${rest}`, { headers })
  return serveUploadPack(store.directory, rest.split('?')[0] ?? '', request, gitClient)
}
const post = (body: BodyInit, headers: Record<string, string> = {}) => {
  const type = { 'content-type': 'application/x-git-upload-pack-request' }
  const request = new Request('http://portal/git/gitops.git/git-upload-pack', {
    method: 'POST',
    headers: { ...type, ...headers },
    body,
  })
  return serveUploadPack(store.directory, 'git-upload-pack', request, gitClient)
}

describe.each([{ version: 0 }, { version: 1 }, { version: 2 }])(
  'a client of protocol version $version',
  ({ version }) => {
    it('clones the branch with its history', async () => {
      const git = await client('clone.git')
      const settings = ['-c', `protocol.version=${version}`]
      const fetched = await git([...settings, 'fetch', server.url, '+refs/heads/*:refs/heads/*'])
      expect(fetched.exitCode).toBe(0)
      expect((await git(['rev-list', 'main'])).stdout.toString().split('\n')).toEqual([
        second.id,
        first.id,
        '',
      ])
      expect((await git(['fsck', '--strict', '--full'])).exitCode).toBe(0)
    })

    it('fetches a commit by its id, alone, when it is no longer a tip', async () => {
      const git = await client('shallow.git')
      const settings = ['-c', `protocol.version=${version}`]
      const args = ['fetch', server.url, first.id, '--depth', '1']
      expect(await git([...settings, ...args])).toMatchObject({ exitCode: 0 })
      expect((await git(['cat-file', '-t', first.id])).stdout.toString()).toBe('commit\n')
      expect((await git(['cat-file', '-e', second.id])).exitCode).not.toBe(0)
    })
  },
)

describe('a real clone', () => {
  it('checks out the files', async () => {
    const directory = path.join(scratch.directory, 'work')
    const args = ['clone', '--quiet', server.url, directory]
    const transport = httpTransport(server.url, null)
    // The runner tells git which repository to use; a clone makes its own.
    const environment = { GIT_DIR: path.join(directory, '.git') }
    const scratchStore = { directory: store.directory, args, transport, environment }
    await requireGit({ ...scratchStore, timeoutMs: 30_000 })
    const files = await readdir(scratch.directory, { recursive: true })
    expect(files.filter((file) => file.endsWith('a.yaml'))).toHaveLength(1)
  })

  it('fetches with a request that git compresses', async () => {
    const commits = Array.from({ length: 40 }, (_, n) => commitOfFile(`f${n}`, `text ${n}`))
    const git = await client('many.git')
    await store.write(commits.flatMap(({ objects }) => objects))
    for (const { id } of commits) await new LocalRemote(store).push(`b-${id}`, null, id)
    const fetched = await git(['fetch', '--quiet', server.url, '+refs/heads/*:refs/heads/*'])
    expect(fetched).toMatchObject({ exitCode: 0, stderr: '' })
    const encodings = server.requests.map(({ headers }) => headers.get('content-encoding'))
    expect(encodings).toContain('gzip')
  })
})

describe('what is refused', () => {
  it('is every push, with 403', async () => {
    expect((await get('info/refs?service=git-receive-pack')).status).toBe(403)
    expect((await get('git-receive-pack')).status).toBe(403)
    const git = await client('pusher.git')
    await git(['fetch', '--quiet', server.url, '+refs/heads/*:refs/heads/*'])
    const pushed = await git(['push', server.url, `${first.id}:refs/heads/other`])
    expect(pushed.exitCode).not.toBe(0)
    expect(pushed.stderr).toContain('403')
    expect(await new LocalRemote(store).readTip('other')).toEqual({ outcome: 'read', value: null })
  })

  it.each([
    '',
    'HEAD',
    'config',
    'info/refs',
    'info/refs?service=git-upload-archive',
    'info/refs?service=../x',
    'objects/info/packs',
    '../gitops.git/config',
    'git-upload-pack',
    'git-upload-archive',
  ])('is reading %j, with 404', async (rest) => {
    expect((await get(rest)).status).toBe(404)
  })

  it('is a body that is none of git, gzip or small', async () => {
    expect((await post('x', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post('not gzip', { 'content-encoding': 'gzip' })).status).toBe(400)
    const bomb = gzipSync(Buffer.alloc(11 * 1024 * 1024))
    expect((await post(bomb, { 'content-encoding': 'gzip' })).status).toBe(400)
    await expect(post(Buffer.alloc(11 * 1024 * 1024))).rejects.toThrow('too large')
  })

  it.each([
    ['x', ''],
    ['ffff', ''],
    ['0014command=ls-refs\n0000', ''],
    ['0014command=xx-refs\n0000', 'version=2'],
  ])('is a body that git makes no sense of, with 400: %j', async (body, protocol) => {
    expect((await post(body, { 'git-protocol': protocol })).status).toBe(400)
  })

  it('isn’t a hostile protocol header, which is ignored', async () => {
    const hostile = { 'git-protocol': 'version=2;touch x' }
    const response = await get('info/refs?service=git-upload-pack', hostile)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('# service=git-upload-pack')
  })

  it('is an answer from a repository that is gone, with 500', async () => {
    await rm(path.join(store.directory, 'HEAD'))
    expect((await get('info/refs?service=git-upload-pack')).status).toBe(500)
    expect((await post('0014command=ls-refs\n0000')).status).toBe(500)
  })
})

describe('an answer', () => {
  it('is empty where git has nothing to say, as when it asks whether it may send much', async () => {
    for (const protocol of ['', 'version=2']) {
      const response = await post('0000', { 'git-protocol': protocol })
      expect([response.status, await response.text()]).toEqual([200, ''])
    }
  })

  it('says what it is and is never cached', async () => {
    const response = await get('info/refs?service=git-upload-pack', { 'git-protocol': 'version=2' })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/x-git-upload-pack-advertisement',
      'cache-control': 'no-cache, max-age=0, must-revalidate',
    })
    expect((await response.text()).startsWith('000eversion 2\n')).toBe(true)
  })

  it.each([
    {
      how: 'aborts the request',
      leave: async (_: Response, gone: AbortController) => gone.abort(),
    },
    { how: 'stops reading', leave: async (response: Response) => response.body?.cancel() },
  ])('ends, and git with it, when the client $how', async ({ leave }) => {
    const noise = Array.from({ length: 20 }, (_, n) => randomBlob(n))
    const tree = treeOf(noise.map(({ id }, n) => ({ name: `n${n}`, mode: '100644' as const, id })))
    const commit = gitObject(
      'commit',
      Buffer.from(`tree ${tree.id}\nauthor a <a> 1 +0000\ncommitter a <a> 1 +0000\n\nBig\n`),
    )
    await store.write([...noise, tree, commit])
    await new LocalRemote(store).push('big', null, commit.id)

    const gone = new AbortController()
    const want = pktLine(`want ${commit.id} no-progress\n`)
    const request = new Request('http://portal/git-upload-pack', {
      method: 'POST',
      headers: { 'content-type': 'application/x-git-upload-pack-request' },
      body: `${want}0000${pktLine('done\n')}`,
      signal: gone.signal,
    })
    const response = await serveUploadPack(store.directory, 'git-upload-pack', request, gitClient)
    expect(response.status).toBe(200)
    expect(await servingProcesses()).not.toBe(0)
    expect(turns).toBe(1)
    // Once it sends the pack, git goes on until nobody takes it.
    const reader = response.body!.getReader()
    for (let read = 0; read < 65_536;) read += (await reader.read()).value!.length
    reader.releaseLock()
    await setTimeout(300)
    await leave(response, gone)
    await vi.waitFor(async () => expect(await servingProcesses()).toBe(0), { timeout: 20_000 })
  })
})

const pktLine = (text: string) => (text.length + 4).toString(16).padStart(4, '0') + text

/** Too much for any pipe's buffer, and incompressible. */
function randomBlob(seed: number) {
  const bytes = Buffer.alloc(400_000)
  let state = seed + 1
  for (let index = 0; index < bytes.length; index += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    bytes[index] = state >>> 16
  }
  return gitObject('blob', bytes)
}

/** The upload-pack processes of this repository, and the pack-objects that they started. */
async function servingProcesses(): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const running = await Promise.all(
    pids.map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      return command.includes('upload-pack') && command.includes(store.directory)
    }),
  )
  return running.filter(Boolean).length
}
