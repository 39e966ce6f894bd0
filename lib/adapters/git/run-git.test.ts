import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NO_TRANSPORT } from './git-process.ts'
import { openObjectStore } from './object-store.ts'
import { GitFailed, requireGit, runGit, type GitRun } from './run-git.ts'
import { commitOfFile, scratchDirectory } from './testing/scratch.ts'
import { httpTransport, sshTransport } from './transport.ts'

let scratch: Awaited<ReturnType<typeof scratchDirectory>>
let directory: string
let canary: string
beforeEach(async () => {
  scratch = await scratchDirectory()
  directory = path.join(scratch.directory, 'store.git')
  canary = path.join(scratch.directory, 'canary')
  ;(await openObjectStore(directory, 'main')).close()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await scratch.remove()
})

const run = (args: readonly string[], more: Partial<GitRun> = {}) =>
  runGit({ directory, args, timeoutMs: 30_000, ...more })
const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  )

async function executable(file: string, script: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, `#!/bin/sh\n${script}\n`)
  await chmod(file, 0o755)
}

/** An alias is the shortest way to make git run a program of the test. */
const shellAlias = (script: string) => ['-c', `alias.trial=!${script}`, 'trial']

function* broken(): Generator<Uint8Array> {
  yield Buffer.from('x')
  throw new Error('no more')
}

describe('running git', () => {
  it('gives the exit code, the bytes and the words of git', async () => {
    const failed = await run(['rev-parse', '--verify', 'absent'])
    expect(failed).toMatchObject({ exitCode: 128, timedOut: false, overflowed: false })
    expect(failed.stderr).toBe('fatal: Needed a single revision\n')
    const written = await run(['hash-object', '-w', '--stdin'], { input: [Buffer.of(0, 255, 10)] })
    const id = written.stdout.toString().trim()
    expect((await run(['cat-file', 'blob', id])).stdout).toEqual(Buffer.of(0, 255, 10))
  })

  it('kills git and all that git has started when time is up', async () => {
    const script = `echo $$ > ${canary}; sleep 1000 & echo $! >> ${canary}; wait`
    const outcome = await run(shellAlias(script), { timeoutMs: 700 })
    expect(outcome).toMatchObject({ exitCode: null, timedOut: true })
    const pids = (await readFile(canary, 'utf8')).trim().split('\n')
    expect(pids).toHaveLength(2)
    await vi.waitFor(async () => {
      for (const pid of pids) expect(await isRunning(pid)).toBe(false)
    })
  })

  it('ends git when it says too much, and keeps what fits', async () => {
    const outcome = await run(shellAlias('yes'), { maxOutputBytes: 1000 })
    expect(outcome).toMatchObject({ exitCode: null, timedOut: false, overflowed: true })
    expect(outcome.stdout.toString()).toBe('y\n'.repeat(500))
  })

  it('keeps the beginning of endless complaints', async () => {
    const outcome = await run(shellAlias('yes | head -c 300000 >&2'))
    expect(outcome.exitCode).toBe(0)
    expect(outcome.stderr).toHaveLength(64 * 1024)
  })

  it('shows no secret in any spelling and no control characters', async () => {
    const secret = 's3cret/+"'
    const transport = { ...NO_TRANSPORT, secrets: [secret, 'YmVydGg='] }
    const bytes = Buffer.from(secret)
    const SPELLINGS = [
      `a ${secret}`,
      encodeURIComponent(secret),
      JSON.stringify(secret),
      bytes.toString('base64'),
      bytes.toString('base64url'),
      'YmVydGg=',
    ].join(' b ')
    const script = String.raw`printf '%s c \033[31m\007d\r\ne\342\200\256f' "$SPELLINGS" >&2`
    const outcome = await run(shellAlias(script), { transport, environment: { SPELLINGS } })
    expect(outcome.stderr).toBe('a *** b *** b "***" b *** b *** b *** c [31md\nef')
  })

  it('does not mind a child that reads nothing of what it is given', async () => {
    const input = Array.from({ length: 100 }, () => Buffer.alloc(64 * 1024))
    expect((await run(['rev-parse', '--is-bare-repository'], { input })).exitCode).toBe(0)
  })

  it('passes on the failure of what git was to read', async () => {
    const failing = run(['hash-object', '--stdin'], { input: broken() })
    await expect(failing).rejects.toThrow('no more')
  })

  it('rejects when git is not there', async () => {
    vi.stubEnv('PATH', scratch.directory)
    await expect(run(['version'])).rejects.toThrow('ENOENT')
  })

  it('throws what git said where only success is expected', async () => {
    const failing = requireGit({
      directory,
      args: ['rev-parse', '--verify', 'x'],
      timeoutMs: 30_000,
    })
    await expect(failing).rejects.toThrow(GitFailed)
    await expect(failing).rejects.toThrow('git rev-parse ended with 128: fatal: Needed a single')
  })
})

describe('the environment of git', () => {
  it('holds what it was given and nothing of ours', async () => {
    vi.stubEnv('BERTH_SECRET', 'from the portal')
    vi.stubEnv('GIT_DIR', '/elsewhere')
    vi.stubEnv('GIT_SSH_COMMAND', `touch ${canary}`)
    vi.stubEnv('SSH_AUTH_SOCK', '/agent')
    const outcome = await run(shellAlias('env'))
    const names = outcome.stdout
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0] ?? '')
    const shell = ['PWD', 'OLDPWD', 'SHLVL', '_']
    const ofGit = /^GIT_(CONFIG_PARAMETERS|DIR|PREFIX|EXEC_PATH)$/
    const given = names.filter((name) => !shell.includes(name) && !ofGit.test(name))
    expect(given.sort()).toEqual(
      [
        'PATH',
        'NODE_ENV',
        'HOME',
        'LC_ALL',
        'GIT_CONFIG_NOSYSTEM',
        'GIT_CONFIG_GLOBAL',
        'GIT_ATTR_NOSYSTEM',
        'GIT_TERMINAL_PROMPT',
        'GIT_ALLOW_PROTOCOL',
      ].sort(),
    )
    expect(outcome.stdout.toString()).toContain(`GIT_DIR=${directory}`)
    expect(await exists(canary)).toBe(false)
  })

  it('reads no configuration and runs no hook, wherever they lie', async () => {
    const home = path.join(scratch.directory, 'hostile-home')
    const hooks = path.join(scratch.directory, 'hostile-hooks')
    const touch = `touch ${canary}`
    for (const hook of ['reference-transaction', 'pre-push', 'post-update', 'post-checkout']) {
      await executable(path.join(hooks, hook), touch)
      await executable(path.join(directory, 'hooks', hook), touch)
    }
    const config = `[core]\n\thooksPath = ${hooks}\n\tfsmonitor = ${touch}\n\tpager = ${touch}\n\tsshCommand = ${touch}\n[user]\n\tname = Hostile\n`
    await mkdir(path.join(home, '.config/git'), { recursive: true })
    await writeFile(path.join(home, '.gitconfig'), config)
    await writeFile(path.join(home, '.config/git/config'), config)
    vi.stubEnv('HOME', home)
    vi.stubEnv('XDG_CONFIG_HOME', path.join(home, '.config'))
    vi.stubEnv('GIT_CONFIG_COUNT', '1')
    vi.stubEnv('GIT_CONFIG_KEY_0', 'core.hooksPath')
    vi.stubEnv('GIT_CONFIG_VALUE_0', hooks)

    const store = await openObjectStore(directory, 'main')
    const commit = commitOfFile('a', 'one')
    await store.write(commit.objects)
    store.close()
    expect((await run(['update-ref', 'refs/heads/main', commit.id])).exitCode).toBe(0)
    expect((await run(['config', '--get', 'user.name'])).exitCode).toBe(1)
    expect(await exists(canary)).toBe(false)
  })
})

const addresses = () => [
  `ext::touch ${canary}`,
  'fd::17',
  `file://${directory}`,
  directory,
  'git://127.0.0.1:1/x',
  'http://127.0.0.1:1/x',
  'ssh://127.0.0.1:1/x',
]

describe('where git may go', () => {
  it.each([
    { protocol: 'none' as const, reached: [] },
    { protocol: 'https' as const, reached: [] },
    { protocol: 'http' as const, reached: ['http://127.0.0.1:1/x'] },
    { protocol: 'ssh' as const, reached: ['ssh://127.0.0.1:1/x'] },
  ])('is $reached.length of seven addresses when it may use $protocol', async (row) => {
    const transport = { ...NO_TRANSPORT, protocol: row.protocol }
    const allowed: string[] = []
    for (const address of addresses()) {
      const outcome = await run(['ls-remote', '--end-of-options', address], { transport })
      expect(outcome.exitCode).not.toBe(0)
      if (!/transport '.*' not allowed/.test(outcome.stderr)) allowed.push(address)
    }
    expect(allowed).toEqual(row.reached)
    expect(await exists(canary)).toBe(false)
  })

  it('is never an option, in any place where a value stands', async () => {
    const hostile = [
      `--upload-pack=touch ${canary}`,
      `--receive-pack=touch ${canary}`,
      `--exec=touch ${canary}`,
      `-c core.sshCommand=touch ${canary}`,
      `-oProxyCommand=touch ${canary}`,
      `--output=${canary}`,
    ]
    // Shows that the canary works: without the guard, each of these commands runs it with the first value.
    const unguarded = ['ls-remote', hostile[0] ?? '', directory]
    const transport = { ...NO_TRANSPORT, environment: { GIT_ALLOW_PROTOCOL: 'file' } }
    await run(unguarded, { transport })
    expect(await exists(canary)).toBe(true)
    await scratch.remove()
    await mkdir(scratch.directory)
    ;(await openObjectStore(directory, 'main')).close()

    const id = commitOfFile('a', 'one').id
    for (const value of hostile) {
      const guard = '--end-of-options'
      await run(['ls-remote', '--heads', guard, value, directory], { transport })
      await run(['ls-remote', '--heads', guard, directory, value], { transport })
      await run(['fetch', guard, value, directory], { transport })
      await run(['fetch', guard, directory, value], { transport })
      await run(['push', guard, value, directory], { transport })
      await run(['push', guard, directory, value], { transport })
      await run(['push', `--force-with-lease=refs/heads/a:${value}`, guard, directory, `${id}:a`])
      await run(['update-ref', guard, value, id, id])
      await run(['update-ref', guard, 'refs/heads/a', value, value])
      await run(['for-each-ref', '--format=%(refname)', guard, value])
      expect(await exists(canary)).toBe(false)
    }
  })
})

describe('credentials', () => {
  it('go to one origin, and are in no argument', () => {
    const transport = httpTransport('https://git.example.com:8443/a.git', {
      username: 'berth',
      token: 's3cret',
    })
    expect(transport.protocol).toBe('https')
    expect(transport.secrets).toEqual(['s3cret', Buffer.from('berth:s3cret').toString('base64')])
    expect(transport.settings).toEqual([
      '--config-env=http.https://git.example.com:8443/.extraHeader=BERTH_GIT_HEADER',
    ])
    expect(Object.values(transport.environment)).toEqual([
      `Authorization: Basic ${Buffer.from('berth:s3cret').toString('base64')}`,
    ])
  })

  it('of ssh are one key and one list of known hosts, used without anybody’s configuration', async () => {
    const bin = path.join(scratch.directory, 'bin')
    await executable(path.join(bin, 'ssh'), `printf '%s\\n' "$@" > ${canary}; exit 255`)
    vi.stubEnv('PATH', `${bin}:${process.env['PATH']}`)
    const transport = sshTransport({ keyFile: '/keys/id', knownHostsFile: '/keys/known_hosts' })
    await run(['ls-remote', '--end-of-options', 'git@git.example.com:fleet.git'], { transport })
    const seen = (await readFile(canary, 'utf8')).trim().split('\n')
    expect(seen.slice(-2)).toEqual(['git@git.example.com', "git-upload-pack 'fleet.git'"])
    for (const option of [
      'BatchMode=yes',
      'IdentitiesOnly=yes',
      'StrictHostKeyChecking=yes',
      'UserKnownHostsFile=/keys/known_hosts',
      'GlobalKnownHostsFile=none',
    ]) {
      expect(seen[seen.indexOf(option) - 1]).toBe('-o')
    }
    expect(seen.slice(0, 2)).toEqual(['-F', 'none'])
    expect(seen[seen.indexOf('/keys/id') - 1]).toBe('-i')
  })

  it.each(['relative', '/a b', '/a;touch x', '/a$(x)', "/a'b", '/%h', '/~', ''])(
    'of ssh are not read from %j, which a shell or ssh would change',
    (file) => {
      const good = '/keys/id'
      expect(() => sshTransport({ keyFile: file, knownHostsFile: good })).toThrow('absolute path')
      expect(() => sshTransport({ keyFile: good, knownHostsFile: file })).toThrow('absolute path')
    },
  )
})

async function isRunning(pid: string): Promise<boolean> {
  const isThere = (await readdir('/proc')).includes(pid)
  const status = isThere ? await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '') : ''
  return status !== '' && !status.includes(') Z ')
}
