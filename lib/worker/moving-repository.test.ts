// A tenant whose admin changes where its manifests go: with real git, over HTTPS and as if over ssh, to real repositories.
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inTenant } from '#db/client.ts'
import { readSettings } from '#db/queries/settings.ts'
import { openObjectStore, type ObjectStore } from '#lib/adapters/git/object-store.ts'
import { requireGit } from '#lib/adapters/git/run-git.ts'
import { startGitHttpServer } from '#lib/adapters/git/testing/git-http-server.ts'
import { commitOfFile, scratchDirectory } from '#lib/adapters/git/testing/scratch.ts'
import { SELF_SIGNED } from '#lib/adapters/git/testing/self-signed.ts'
import { createSealing } from '#lib/secrets/sealed.ts'
import { openRepositoryRow } from '#lib/usecases/repository-settings/credentials.ts'
import { embeddedName } from '#lib/usecases/repository/tenant-repository.ts'
import { openRepositories } from './repositories.ts'
import { cluster, save, saveSmallFleet } from './testing/fleets.ts'
import { hidePrograms, type Programs } from './testing/programs.ts'
import { createTestPublisher, expectedFiles, filesOn } from './testing/publisher.ts'
import type { Repository } from './world.ts'

const TOKEN = 'canary-token-6f1d'
const SSH_CANARY = 'Y2FuYXJ5LXNzaC1rZXktOWIyZQ'
const SSH_KEY = `-----BEGIN OPENSSH PRIVATE KEY-----\n${SSH_CANARY}\n-----END OPENSSH PRIVATE KEY-----\n`
const KNOWN_HOST = 'forge.example.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB\n'

const spellingsOf = (secret: string) => {
  const bytes = Buffer.from(secret)
  return [
    secret,
    bytes.toString('hex'),
    encodeURIComponent(secret),
    bytes.toString('base64').replace(/.{3}$/, ''),
    Buffer.from(`berth:${secret}`).toString('base64').replace(/.{3}$/, ''),
  ]
}
const SECRETS = [...spellingsOf(TOKEN), ...spellingsOf(SSH_CANARY)]

let scratch: Awaited<ReturnType<typeof scratchDirectory>>
let programs: Programs
let closing: (() => unknown)[]
beforeEach(async () => {
  scratch = await scratchDirectory()
  closing = []
  programs = await hidePrograms(scratch.directory)
  await programs.recordGit()
})
afterEach(async () => {
  for (const close of closing.toReversed()) await close()
  vi.unstubAllEnvs()
  await scratch.remove()
})

const file = (name: string) => path.join(scratch.directory, name)

async function bareRepository(name: string): Promise<ObjectStore> {
  const store = await openObjectStore(file(name), 'main')
  closing.push(() => store.close())
  return store
}

/** A repository behind HTTPS that asks for this token. */
async function forge(name: string, token: string) {
  const { directory } = await bareRepository(name)
  const pair = Buffer.from(`berth:${token}`).toString('base64')
  const options = { authorization: `Basic ${pair}`, tls: SELF_SIGNED }
  const server = await startGitHttpServer(directory, options)
  closing.push(() => server.close())
  return { directory, url: server.url, server }
}

/** A tenant in an installation whose servers may be on this machine, and everything that its publisher logs. */
async function tenantWith(settings: Record<string, string> = {}) {
  const data = file(`data-${closing.length}`)
  const publisher = await createTestPublisher({
    BERTH_DEMO: '1',
    BERTH_DATA_DIR: data,
    ...settings,
  })
  closing.push(() => publisher.close())
  const logged: string[] = []
  const log = pino({ level: 'trace' }, { write: (line) => logged.push(line) })
  const services = { ...publisher.services, log }
  const repositories = openRepositories(services)
  const opened = new Set<Repository['store']>()
  closing.push(() => {
    for (const store of opened) store.close()
  })
  const world = publisher.newWorld({
    services,
    repository: async (tenant) => {
      const repository = await repositories(tenant)
      opened.add(repository.store)
      return repository
    },
  })
  const set = (body: object, query = '', headers = { 'if-match': '*' }) =>
    publisher.call(`/repository-settings${query}`, { method: 'PUT', body, headers })
  return {
    ...publisher,
    world,
    data,
    logged,
    set,
    publishAll: () => publisher.publish('main', world),
    expected: () => expectedFiles(publisher, 'main'),
  }
}

const tip = async (directory: string) =>
  (await requireGit({ directory, args: ['for-each-ref'], timeoutMs: 30_000 })).toString()

describe('a fleet whose repository is set elsewhere', () => {
  it('is published there in full, and the old repository stays as it is', async () => {
    const [one, other] = [await forge('one.git', TOKEN), await forge('other.git', 'other')]
    const tenant = await tenantWith()
    expect((await tenant.set({ repo_url: one.url, token: TOKEN })).status).toBe(200)
    await saveSmallFleet(tenant)
    expect(await tenant.publishAll()).toMatchObject({ outcome: 'published' })
    expect(await filesOn(one.directory, 'main')).toEqual(await tenant.expected())
    const before = await tip(one.directory)
    const publications = async () => (await tenant.call('/changes/3')).json.publications
    const published = await publications()

    const body = { repo_url: other.url, token: 'other' }
    expect((await tenant.set(body)).json).toMatchObject({
      code: 'clusters_need_confirmation',
      confirmClusters: 2,
    })
    expect((await tenant.set(body, '?confirmClusters=3')).status).toBe(409)
    const moved = await tenant.set(body, '?confirmClusters=2')
    expect(moved.status).toBe(200)
    expect(moved.headers.get('berth-change')).not.toBeNull()
    expect(await tenant.publishAll()).toMatchObject({ outcome: 'published' })

    const files = await filesOn(other.directory, 'main')
    expect(files).toEqual(await tenant.expected())
    expect([...files.values()].join('')).toContain(other.url)
    expect([...files.values()].join('')).not.toContain(one.url)
    expect(await tip(one.directory)).toBe(before)

    await save(tenant, 'POST', '/clusters', cluster('three'))
    expect(await tenant.publishAll()).toMatchObject({ outcome: 'published' })
    expect(await filesOn(other.directory, 'main')).toEqual(await tenant.expected())
    expect(await tip(one.directory)).toBe(before)
    // What was published before is still reported as it was.
    expect(await publications()).toEqual(published)
    const { items } = (await tenant.call('/changes')).json
    expect(items.map(({ state }: { state: string }) => state)).not.toContain('pending')
  })

  it('comes back to the repository of before, and what it missed is published', async () => {
    const [one, other] = [await forge('one.git', TOKEN), await forge('other.git', TOKEN)]
    const tenant = await tenantWith()
    await tenant.set({ repo_url: one.url, token: TOKEN })
    await saveSmallFleet(tenant)
    await tenant.publishAll()
    await tenant.set({ repo_url: other.url, token: TOKEN }, '?confirmClusters=2')
    await save(tenant, 'DELETE', '/clusters/two')
    await tenant.publishAll()
    await tenant.set({ repo_url: one.url, token: TOKEN }, '?confirmClusters=1')
    expect(await tenant.publishAll()).toMatchObject({ outcome: 'published' })
    expect(await filesOn(one.directory, 'main')).toEqual(await tenant.expected())
  })

  it('is not published over files that are not Berth’s, and the branch says why', async () => {
    const taken = await forge('taken.git', TOKEN)
    const store = await bareRepository('taken.git')
    const foreign = commitOfFile('site.html', 'somebody else')
    await store.write(foreign.objects)
    const args = ['update-ref', 'refs/heads/main', foreign.id]
    await requireGit({ directory: taken.directory, args, timeoutMs: 30_000 })
    const tenant = await tenantWith()
    await saveSmallFleet(tenant)
    await tenant.set({ repo_url: taken.url, token: TOKEN }, '?confirmClusters=2')
    expect(await tenant.publishAll()).toMatchObject({ outcome: 'refused' })
    expect(await tip(taken.directory)).toContain(foreign.id)
    const { branches } = (await tenant.call('/repository-settings')).json.status
    expect(branches).toMatchObject([
      { branch: 'main', state: 'failing', error: expect.stringContaining('.berth/owned') },
    ])
  })

  it('is published to the new repository also when it is set while a publisher is at the old one', async () => {
    const [one, other] = [await forge('one.git', TOKEN), await forge('other.git', TOKEN)]
    const tenant = await tenantWith()
    await tenant.set({ repo_url: one.url, token: TOKEN })
    await saveSmallFleet(tenant)
    let moves = 0
    const { repository } = tenant.world
    const interrupted: typeof repository = async (known) => {
      const opened = await repository(known)
      if (++moves === 1) {
        await tenant.set({ repo_url: other.url, token: TOKEN }, '?confirmClusters=2')
      }
      return opened
    }
    const world = tenant.newWorld({ repository: interrupted })
    expect(await tenant.publish('main', world)).toMatchObject({ outcome: 'published' })
    expect(await filesOn(other.directory, 'main')).toEqual(await tenant.expected())
    expect(await tip(one.directory)).toBe('')
  })

  it('goes back to the repository that Berth holds', async () => {
    const elsewhere = await forge('one.git', TOKEN)
    const tenant = await tenantWith()
    await tenant.set({ repo_url: elsewhere.url, token: TOKEN })
    await saveSmallFleet(tenant)
    await tenant.publishAll()
    const clear = { method: 'DELETE', headers: { 'if-match': '*' } }
    expect((await tenant.call('/repository-settings', clear)).status).toBe(409)
    const { status } = await tenant.call('/repository-settings?confirmClusters=2', clear)
    expect(status).toBe(200)
    expect(await tenant.publishAll()).toMatchObject({ outcome: 'published' })
    const own = path.join(tenant.data, embeddedName(tenant.services.environment, tenant.tenant))
    expect(await filesOn(own, 'main')).toEqual(await tenant.expected())
  })
})

describe('a credential that is changed', () => {
  it('is used at the next publication, and a wrong one is reported without its text', async () => {
    const { url, directory } = await forge('one.git', TOKEN)
    const tenant = await tenantWith()
    const wrong = 'canary-wrong-77aa'
    await tenant.set({ repo_url: url, token: wrong })
    await saveSmallFleet(tenant)
    expect(await tenant.publishAll()).toMatchObject({
      outcome: 'failed',
      message: 'The remote did not accept the credential.',
    })
    const answers = [await tenant.call('/changes'), await tenant.call('/repository-settings')]
    expect(answers[1]!.text).toContain('did not accept the credential')
    const told = [...tenant.logged, ...answers.map(({ text }) => text)].join('\n')
    for (const spelling of spellingsOf(wrong)) expect(told).not.toContain(spelling)
    await tenant.set({ repo_url: url, token: TOKEN })
    expect(await tenant.publishAll()).toMatchObject({ outcome: 'published' })
    expect(await filesOn(directory, 'main')).toEqual(await tenant.expected())
  })

  it('follows no redirect', async () => {
    const [one, other] = [await forge('one.git', TOKEN), await forge('other.git', TOKEN)]
    const tenant = await tenantWith()
    await tenant.set({ repo_url: one.url, token: TOKEN })
    await saveSmallFleet(tenant)
    one.server.state.fault = { kind: 'redirect', at: 'discovery', to: other.server.origin }
    expect(await tenant.publishAll()).toMatchObject({ outcome: 'failed' })
    const trial = await tenant.call('/repository-settings/try', { body: {} })
    expect(trial.json).toMatchObject({ ok: false })
    expect(other.server.requests).toEqual([])
  })

  it('is sent to no other server than that for which it was given', async () => {
    const [one, other] = [await forge('one.git', TOKEN), await forge('other.git', TOKEN)]
    const tenant = await tenantWith()
    await tenant.set({ repo_url: one.url, token: TOKEN })
    const elsewhere = { repo_url: other.url }
    const refused = { code: 'credential_of_another_server' }
    expect((await tenant.set(elsewhere)).json).toMatchObject(refused)
    const trial = await tenant.call('/repository-settings/try', { body: elsewhere })
    expect(trial.json).toMatchObject(refused)
    // Nor when something other than Berth edits the row: it names another server, and the sealed token is for the first
    // one.
    await inTenant(tenant.database, tenant.tenant.id, (tx) =>
      tx.execute(sql`update repository_settings set repo_url = ${other.url}, version = version + 1
        where tenant = ${tenant.tenant.id}`),
    )
    await saveSmallFleet(tenant)
    expect(await tenant.publishAll()).toMatchObject({ outcome: 'refused' })
    expect(other.server.requests).toEqual([])
  })
})

describe('secrets of the settings', () => {
  it('stand in no answer, log, metric, audit event, commit, file or command', async () => {
    const { url, directory, server } = await forge('one.git', TOKEN)
    const tenant = await tenantWith()
    const body = { repo_url: url, token: TOKEN, ssh_key: SSH_KEY, ssh_known_hosts: KNOWN_HOST }
    const answers = [
      await tenant.set(body),
      await tenant.set({ ...body, ssh_key: `${SSH_KEY}broken` }),
      await tenant.set({ ...body, shards: TOKEN }),
      await tenant.set(body, '', { 'if-match': '"stale"' }),
      await tenant.call('/repository-settings/try', { body }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 422, 412, 200])
    expect(answers[4]!.json).toMatchObject({ ok: true, branches: 0 })
    await saveSmallFleet(tenant)
    server.state.fault = { kind: 'slow', at: 'sending' }
    const pushing = tenant.publishAll()
    while (!server.requests.some(isPush)) await pause()
    const commands = await commandLines()
    expect(commands.some((command) => command.includes(url))).toBe(true)
    expect(await pushing).toMatchObject({ outcome: 'published' })
    answers.push(await tenant.call('/repository-settings'), await tenant.call('/changes'))
    const audit = await inTenant(tenant.database, tenant.tenant.id, (tx) =>
      tx.execute(
        sql`select details, object, code from audit_events where tenant = ${tenant.tenant.id}`,
      ),
    )
    expect(JSON.stringify(audit)).toContain('repository-settings')
    const told = [
      ...answers.map(({ text }) => text),
      ...tenant.logged,
      ...commands,
      ...(await programs.linesOf('git-calls')),
      ...(await filesOn(directory, 'main')).values(),
      JSON.stringify(audit),
      await textBeneath(tenant.data),
    ]
    for (const secret of SECRETS) {
      expect(told.filter((text) => text.includes(secret))).toEqual([])
    }
  })

  it('are sealed in the row, for this tenant, and open with the next key too', async () => {
    const ours = await tenantWith()
    const theirs = await tenantWith()
    const body = {
      repo_url: 'https://git.example.com/fleet.git',
      token: TOKEN,
      ssh_key: SSH_KEY,
      ssh_known_hosts: KNOWN_HOST,
    }
    for (const tenant of [ours, theirs]) expect((await tenant.set(body)).status).toBe(200)
    const [row] = await inTenant(ours.database, ours.tenant.id, (tx) =>
      tx.execute<{ row: string; token: string }>(sql`
        select r::text as row, encode(token, 'escape') || encode(token, 'base64') as token
        from repository_settings r where tenant = ${ours.tenant.id}`),
    )
    for (const secret of SECRETS) expect(`${row!.row} ${row!.token}`).not.toContain(secret)

    const { repository: stored } = await ours.inScope(readSettings)
    const { repository: foreign } = await theirs.inScope(readSettings)
    const { sealing } = ours.services
    const open = (by = sealing, from = stored!) => openRepositoryRow(by, ours.tenant.id, from)
    expect(open()).toMatchObject({ token: TOKEN, sshKey: SSH_KEY })
    expect(() => open(sealing, { ...stored!, token: foreign!.token })).toThrow('No key of')
    expect(() => open(sealing, { ...stored!, sshKey: foreign!.sshKey })).toThrow('No key of')

    const [former, next] = [7, 8].map((byte) => Buffer.alloc(32, byte).toString('base64'))
    expect(open(createSealing([next!, former!], 'the tests'))).toMatchObject({ token: TOKEN })
    expect(() => open(createSealing([next!], 'the tests'))).toThrow('No key of the tests')
  })
})

describe('a repository behind ssh', () => {
  it('is pushed to with a key that is a private file for as long as git runs', async () => {
    const { directory } = await bareRepository('served.git')
    const spy = [
      'for word; do case "$before" in -i) key="$word";; esac; before="$word"; done',
      `stat -c '%a' "$key" "$(dirname "$key")" >> '${file('modes')}'`,
      `cat "$key" >> '${file('keys')}'`,
      `printf '%s\\n' "$key" >> '${file('places')}'`,
    ].join('\n')
    await programs.reachHost(spy)
    const tenant = await tenantWith()
    const repo_url = `ssh://git@forge.example.com:2222${directory}`
    const body = {
      repo_url,
      ssh_key: SSH_KEY.replaceAll('\n', '\r\n'),
      ssh_known_hosts: KNOWN_HOST,
    }
    expect((await tenant.set(body)).status).toBe(200)
    await saveSmallFleet(tenant)
    expect(await tenant.publishAll()).toMatchObject({ outcome: 'published' })
    expect(await filesOn(directory, 'main')).toEqual(await tenant.expected())
    expect(new Set(await programs.linesOf('modes'))).toEqual(new Set(['600', '700']))
    expect(`${(await programs.linesOf('keys')).slice(0, 3).join('\n')}\n`).toBe(SSH_KEY)
    for (const place of await programs.linesOf('places')) {
      await expect(readFile(place)).rejects.toThrow('ENOENT')
    }
    const calls = [
      ...(await programs.linesOf('ssh-calls')),
      ...(await programs.linesOf('git-calls')),
    ]
    const told = [...calls, ...tenant.logged, await textBeneath(tenant.data)].join('\n')
    for (const secret of spellingsOf(SSH_CANARY)) expect(told).not.toContain(secret)
  })
})

describe('two tenants', () => {
  it('publish to two repositories with their own credentials, and read neither of the other', async () => {
    const [one, other] = [await forge('one.git', 'of-one'), await forge('other.git', 'of-other')]
    const [first, second] = [await tenantWith(), await tenantWith()]
    await first.set({ repo_url: one.url, token: 'of-one' })
    await second.set({ repo_url: other.url, token: 'of-other' })
    for (const tenant of [first, second]) {
      await saveSmallFleet(tenant)
      expect(await tenant.publishAll()).toMatchObject({ outcome: 'published' })
    }
    expect(await filesOn(one.directory, 'main')).toEqual(await first.expected())
    expect(await filesOn(other.directory, 'main')).toEqual(await second.expected())
    const tokensAt = ({ server }: typeof one) =>
      new Set(server.requests.map(({ authorization }) => authorization))
    expect(tokensAt(one).size).toBe(1)
    expect(tokensAt(one)).not.toEqual(tokensAt(other))
    expect((await second.call('/repository-settings')).text).not.toContain(one.url)

    await second.set({ repo_url: one.url, token: 'of-one' }, '?confirmClusters=2')
    expect(await second.publishAll()).toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining(`The branch belongs to the tenant "${first.tenant.name}"`),
    })
    expect(await filesOn(one.directory, 'main')).toEqual(await first.expected())
  })
})

const isPush = ({ method, url }: { method: string; url: string }) =>
  method === 'POST' && url.endsWith('/git-receive-pack')

const pause = () => new Promise((resolve) => setTimeout(resolve, 10))

async function commandLines(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  return Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
}

/** Every file below a directory, in one text. */
async function textBeneath(directory: string): Promise<string> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const texts = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => readFile(path.join(entry.parentPath, entry.name), 'latin1')),
  )
  return texts.join('\n')
}
