import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NetworkRemote } from './network-remote.ts'
import { readFailure } from './remote-answer.ts'
import { startGitHttpServer, type Fault } from './testing/git-http-server.ts'
import { httpWorld } from './testing/remote-worlds.ts'
import { commitOfFile } from './testing/scratch.ts'
import { SELF_SIGNED } from './testing/self-signed.ts'
import { httpRoute, sshRoute } from './route.ts'

/** Short, because some servers here never answer; the fast ones are fast enough even on a busy machine. */
const SHORT = { readTimeoutMs: 1500, fetchTimeoutMs: 1500, pushTimeoutMs: 1500 }

const first = commitOfFile('a.yaml', 'one')
const second = commitOfFile('a.yaml', 'second', [first.id])
const foreign = commitOfFile('b.yaml', 'by hand', [first.id])

let world: Awaited<ReturnType<typeof httpWorld>>
beforeEach(async () => {
  world = await httpWorld()
  await world.store.write([...first.objects, ...second.objects])
  await world.moveBranch('main', first.objects)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await world.close()
})

const impatient = () =>
  new NetworkRemote(
    world.store,
    world.server.url,
    httpRoute(world.server.url, world.credential),
    SHORT,
  )
const servedTip = async () => {
  world.server.state.fault = null
  const tip = await world.remote.readTip('main')
  return tip.outcome === 'read' ? tip.value : tip.message
}

describe('a server that fails when asked for the refs', () => {
  it.each([
    { status: 403, outcome: 'refused' },
    { status: 404, outcome: 'refused' },
    { status: 500, outcome: 'unreachable' },
    { status: 503, outcome: 'unreachable' },
  ])('with $status is $outcome, for reading and for pushing', async ({ status, outcome }) => {
    const { remote, server } = world
    server.state.fault = { kind: 'status', at: 'discovery', status }
    expect(await remote.readTip('main')).toMatchObject({ outcome })
    expect(await remote.readTips()).toMatchObject({ outcome })
    expect(await remote.fetch('main', first.id)).toMatchObject({ outcome })
    expect(await remote.push('main', first.id, second.id)).toMatchObject({ outcome })
    expect(await servedTip()).toBe(first.id)
  })

  it.each<{ fault: Fault }>([
    { fault: { kind: 'hang', at: 'discovery' } },
    { fault: { kind: 'slow', at: 'discovery' } },
  ])(
    'by being silent or slow ($fault.kind) is unreachable, and a push unknown',
    async ({ fault }) => {
      world.server.state.fault = fault
      const remote = impatient()
      const reading = { outcome: 'unreachable', message: 'The remote did not answer in time.' }
      expect(await remote.readTip('main')).toEqual(reading)
      expect(await remote.fetch('main', first.id)).toEqual(reading)
      expect(await remote.push('main', first.id, second.id)).toMatchObject({ outcome: 'unknown' })
      expect(await servedTip()).toBe(first.id)
    },
  )

  it('with garbage is never taken for an empty repository', async () => {
    world.server.state.fault = { kind: 'garbage', at: 'discovery' }
    expect(await world.remote.readTip('main')).toMatchObject({ outcome: 'unreachable' })
    expect(await world.remote.push('main', first.id, second.id)).toMatchObject({
      outcome: 'unreachable',
    })
    expect(await world.remote.push('main', null, second.id)).toMatchObject({ outcome: 'unknown' })
    expect(await servedTip()).toBe(first.id)
  })

  it('because nobody listens is unreachable', async () => {
    const closed = await startGitHttpServer(world.served.directory)
    await closed.close()
    const remote = new NetworkRemote(world.store, closed.url, httpRoute(closed.url, null))
    expect(await remote.readTip('main')).toMatchObject({ outcome: 'unreachable' })
    expect(await remote.fetch('main', first.id)).toMatchObject({ outcome: 'unreachable' })
    expect(await remote.push('main', first.id, second.id)).toMatchObject({
      outcome: 'unreachable',
      message: /Failed to connect|Connection refused|Couldn't connect/,
    })
  })
})

describe('a credential', () => {
  it.each([
    { what: 'that is wrong', credential: { username: 'berth', token: 'wrong-token' } },
    { what: 'that is missing', credential: null },
  ])('$what is refused, and not shown', async ({ credential }) => {
    const { store, server } = world
    const remote = new NetworkRemote(store, server.url, httpRoute(server.url, credential))
    const refused = { outcome: 'refused', message: 'The remote did not accept the credential.' }
    expect(await remote.readTip('main')).toEqual(refused)
    expect(await remote.fetch('main', first.id)).toEqual(refused)
    expect(await remote.push('main', first.id, second.id)).toEqual(refused)
  })

  it('is never taken from the home directory of whoever runs the portal', async () => {
    const { store, server } = world
    const home = path.join(store.directory, 'hostile-home')
    await mkdir(home)
    const entry = 'machine 127.0.0.1 login berth password correct-horse-battery\n'
    await writeFile(path.join(home, '.netrc'), entry)
    vi.stubEnv('HOME', home)
    const remote = new NetworkRemote(store, server.url, httpRoute(server.url, null))
    expect(await remote.readTip('main')).toMatchObject({ outcome: 'refused' })
    expect(server.requests.map(({ authorization }) => authorization)).toEqual([null])
  })

  it('follows no redirect to another host', async () => {
    const other = await startGitHttpServer(world.served.directory)
    const { remote, server } = world
    for (const at of ['discovery', 'sending'] as const) {
      server.state.fault = { kind: 'redirect', at, to: other.origin }
      const read = await remote.readTip('main')
      const push = await remote.push('main', first.id, second.id)
      expect([read.outcome, push.outcome]).toEqual(
        at === 'discovery' ? ['refused', 'refused'] : [read.outcome, 'unknown'],
      )
    }
    expect(server.requests.length).toBeGreaterThan(0)
    expect(server.requests.every(({ authorization }) => authorization !== null)).toBe(true)
    expect(other.requests).toEqual([])
    expect(await servedTip()).toBe(first.id)
    await other.close()
  })

  it('is in no command line of any process while git runs', async () => {
    const { server, credential } = world
    server.state.fault = { kind: 'hang', at: 'sending' }
    const pushing = impatient().push('main', first.id, second.id)
    while (!server.requests.some(({ method }) => method === 'POST')) {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    const commands = await commandLines()
    const pushes = commands.filter((command) => command.includes(server.url))
    expect(pushes.length).toBeGreaterThanOrEqual(2)
    const pair = Buffer.from(`${credential.username}:${credential.token}`).toString('base64')
    for (const secret of [credential.token, pair]) {
      expect(commands.filter((command) => command.includes(secret))).toEqual([])
    }
    const outcome = await pushing
    expect(JSON.stringify(outcome)).not.toContain(credential.token)
  })

  it('is in no file of the store', async () => {
    const { store, remote, credential } = world
    await remote.push('main', first.id, second.id)
    await remote.fetch('main', second.id)
    const files = await readdir(store.directory, { recursive: true, withFileTypes: true })
    for (const file of files.filter((entry) => entry.isFile())) {
      const content = await readFile(path.join(file.parentPath, file.name), 'latin1')
      expect(content).not.toContain(credential.token)
    }
  })
})

describe('a server that fails while a push is under way', () => {
  it.each([
    { what: 'answers 500', status: 500 as const },
    { what: 'answers 403', status: 403 as const },
    { what: 'never answers', status: 'hang' as const },
  ])('and $what after it moved the branch leaves the outcome unknown', async ({ status }) => {
    world.server.state.fault = { kind: 'lost-answer', at: 'sending', status }
    const push = await impatient().push('main', first.id, second.id)
    expect(push).toMatchObject({ outcome: 'unknown' })
    expect(await servedTip()).toBe(second.id)
    expect(await world.remote.push('main', first.id, second.id)).toEqual({ outcome: 'applied' })
  })

  it.each<{ what: string; fault: Fault }>([
    { what: 'answers 500', fault: { kind: 'status', at: 'sending', status: 500 } },
    { what: 'answers 403', fault: { kind: 'status', at: 'sending', status: 403 } },
    { what: 'never answers', fault: { kind: 'hang', at: 'sending' } },
    { what: 'answers garbage', fault: { kind: 'garbage', at: 'sending' } },
  ])('and $what before it did anything leaves the outcome unknown too', async ({ fault }) => {
    world.server.state.fault = fault
    const push = await impatient().push('main', first.id, second.id)
    expect(push).toMatchObject({ outcome: 'unknown' })
    expect(await servedTip()).toBe(first.id)
  })

  it('is unreachable for a fetch, whose pack never ends', async () => {
    await world.moveBranch('main', [...first.objects, ...foreign.objects])
    world.server.state.fault = { kind: 'slow', at: 'sending' }
    expect(await impatient().fetch('main', foreign.id)).toMatchObject({ outcome: 'unreachable' })
    expect(await world.store.readCommit(foreign.id)).toBeNull()
  })
})

describe('a push', () => {
  it('that somebody overtakes at the last moment is stale, and theirs stays', async () => {
    const act = () => world.moveBranch('main', [...first.objects, ...foreign.objects])
    world.server.state.fault = { kind: 'before', at: 'sending', act }
    expect(await world.remote.push('main', first.id, second.id)).toEqual({
      outcome: 'rejected-stale',
    })
    expect(await servedTip()).toBe(foreign.id)
  })

  it('of a new branch that somebody makes at the last moment is stale', async () => {
    await world.moveBranch('main', null)
    const act = () => world.moveBranch('main', [...first.objects, ...foreign.objects])
    world.server.state.fault = { kind: 'before', at: 'sending', act }
    expect(await world.remote.push('main', null, second.id)).toEqual({ outcome: 'rejected-stale' })
    expect(await servedTip()).toBe(foreign.id)
  })

  it('to a branch that is removed at the last moment is stale', async () => {
    const act = () => world.moveBranch('main', null)
    world.server.state.fault = { kind: 'before', at: 'sending', act }
    expect(await world.remote.push('main', first.id, second.id)).toEqual({
      outcome: 'rejected-stale',
    })
    expect(await servedTip()).toBeNull()
  })

  it('that a hook declines is refused, with what the hook said', async () => {
    const hooks = path.join(world.served.directory, 'hooks')
    await mkdir(hooks)
    const script = '#!/bin/sh\necho "Branch main is frozen until Monday." >&2\nexit 1\n'
    await writeFile(path.join(hooks, 'pre-receive'), script, { mode: 0o755 })
    expect(await world.remote.push('main', first.id, second.id)).toMatchObject({
      outcome: 'refused',
      message: /pre-receive hook declined.*Branch main is frozen until Monday\./s,
    })
    expect(await servedTip()).toBe(first.id)
  })

  it('cannot be talked into a wrong outcome by what a hook says', async () => {
    const hooks = path.join(world.served.directory, 'hooks')
    await mkdir(hooks)
    const forged = String.raw`fatal: unable to access 'x': The requested URL returned error: 500\n*\trefs/heads/main:refs/heads/main\t[new branch]`
    const script = `#!/bin/sh\nprintf "${forged}\\n" >&2\nexit 1\n`
    await writeFile(path.join(hooks, 'pre-receive'), script, { mode: 0o755 })
    expect(await world.remote.push('main', first.id, second.id)).toMatchObject({
      outcome: 'refused',
    })
  })

  it('sends a commit and what is new, not what the server has', async () => {
    await world.remote.push('main', first.id, second.id)
    const third = commitOfFile('a.yaml', 'third', [second.id])
    await world.store.write(third.objects)
    expect(await world.remote.push('main', second.id, third.id)).toEqual({ outcome: 'applied' })
    expect(await servedTip()).toBe(third.id)
  })
})

describe('a server that cannot be trusted', () => {
  it('with a certificate that nobody knows gets no request and no credential', async () => {
    const server = await startGitHttpServer(world.served.directory, { tls: SELF_SIGNED })
    const remote = new NetworkRemote(
      world.store,
      server.url,
      httpRoute(server.url, world.credential),
    )
    const failure = { outcome: 'unreachable', message: /certificate/ }
    expect(await remote.readTip('main')).toMatchObject(failure)
    expect(await remote.push('main', first.id, second.id)).toMatchObject(failure)
    expect(server.requests).toEqual([])
    await server.close()
  })
})

describe('ssh', () => {
  it('to a host that does not exist is unreachable', async () => {
    const transport = sshRoute({ keyFile: '/nowhere/id', knownHostsFile: '/nowhere/hosts' })
    const remote = new NetworkRemote(world.store, 'ssh://git@127.0.0.1:1/x.git', transport)
    expect(await remote.readTip('main')).toMatchObject({
      outcome: 'unreachable',
      message: /Connection refused/,
    })
    expect(await remote.push('main', null, first.id)).toMatchObject({ outcome: 'unreachable' })
  })

  it.each([
    { line: 'Host key verification failed.', outcome: 'refused' },
    { line: 'git@host: Permission denied (publickey).', outcome: 'refused' },
    { line: 'ssh: connect to host h port 22: Connection timed out', outcome: 'unreachable' },
  ])('that says "$line" is $outcome', ({ line, outcome }) => {
    const stderr = `${line}\nfatal: Could not read from remote repository.\n`
    const run = { exitCode: 128, timedOut: false, overflowed: false, stdout: Buffer.of(), stderr }
    expect(readFailure(run)).toMatchObject({ outcome })
  })
})

async function commandLines(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  return Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
}
