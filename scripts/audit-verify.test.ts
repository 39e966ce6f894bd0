// The command as an operator runs it, on chains that somebody with the owner's rights has tampered with.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDatabase, type Database, inTenant, openDatabase } from '#db/client.ts'
import { connect, type Connection } from '#db/connection.ts'
import { appendAuditEvent, readChangeEvents } from '#db/queries/audit.ts'
import { createTenant } from '#db/queries/tenants.ts'
import { temporaryServer } from '#db/testing/temporary-server.ts'
import { encodeCommit } from '#lib/adapters/git/commit.ts'
import { gitObject } from '#lib/adapters/git/object-id.ts'
import { openObjectStore } from '#lib/adapters/git/object-store.ts'
import { requireGit } from '#lib/adapters/git/run-git.ts'
import { commitText } from '#lib/worker/commit-text.ts'
import { temporaryDataDirectory } from './testing/portal.ts'

const EVENTS = 6

type Outcome = { readonly status: number | null; readonly stdout: string; readonly stderr: string }

const verify = (settings: Record<string, string>, ...args: string[]) =>
  run(settings, 'audit-verify', ...args)

function run(settings: Record<string, string>, ...command: string[]): Promise<Outcome> {
  const child = spawn(process.execPath, ['scripts/run.mjs', ...command], {
    env: { ...process.env, ...settings },
  })
  const texts = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (texts.stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (texts.stderr += String(chunk)))
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, ...texts })))
}

const data = temporaryDataDirectory()
let server: Awaited<ReturnType<typeof temporaryServer>>
let database: Database
let owner: Connection
let settings: Record<string, string>
beforeAll(async () => {
  server = await temporaryServer()
  database = openDatabase(server.databaseUrl, { max: 2 })
  owner = await connect(server.ownerUrl)
  settings = {
    DATABASE_URL: server.databaseUrl,
    DATABASE_OWNER_URL: server.ownerUrl,
    BERTH_DATA_DIR: data.directory,
    BERTH_ENCRYPTION_KEYS: Buffer.alloc(32).toString('base64'),
  }
})
afterAll(async () => {
  await owner.close()
  await closeDatabase(database)
  await server.stop()
  data.remove()
})

let made = 0

/** A tenant with six events, each of which made a change, and a repository whose commits carry these changes. */
async function createChain(): Promise<{ id: number; name: string }> {
  const { id, name } = await createTenant(database, `chain-${++made}`)
  for (let change = 1; change <= EVENTS; change++) {
    await inTenant(database, id, (tx) =>
      appendAuditEvent(
        { tx, tenant: id },
        {
          actor: { kind: 'token', id: 'test', name: 'test' },
          address: null,
          requestId: null,
          token: null,
          action: 'teams.create',
          object: `team/team-${change}`,
          result: 'accepted',
          code: null,
          change,
          details: null,
        },
      ),
    )
  }
  return { id, name }
}

/** Commits as the publisher makes them, one a change. */
async function commitChanges({ id, name }: { id: number; name: string }): Promise<string> {
  const directory = path.join(data.directory, `${name}.git`)
  const events = await inTenant(database, id, (tx) => readChangeEvents({ tx, tenant: id }))
  const store = await openObjectStore(directory, 'main')
  const tree = gitObject('tree', new Uint8Array())
  await store.write([tree])
  const actor = { kind: 'token', id: 'test', name: 'test', email: null } as const
  const unmoved = { removed: 0, added: 0, changed: 0, reason: null, state: 'pending' } as const
  let parents: string[] = []
  for (const [change, { hash }] of events) {
    const said = { action: 'teams.create', rollout: null, overrides: [] }
    const pending = { id: change, at: new Date(0), actor, ...said }
    const difference = { removed: [], added: [], modified: [] }
    const text = commitText([{ ...pending, ...unmoved, auditHash: hash }], difference, null)
    const commit = gitObject('commit', encodeCommit({ tree: tree.id, parents, ...text }))
    await store.write([commit])
    parents = [commit.id]
  }
  const args = ['update-ref', 'refs/heads/main', parents[0]!]
  await requireGit({ directory, args, timeoutMs: 60_000 })
  store.close()
  return directory
}

/** Recomputes the whole chain, as somebody would who wants to cover their traces. */
async function rehash({ id: tenant }: { id: number }): Promise<void> {
  await owner.client`delete from audit_heads where tenant = ${tenant}`
  const rows = await owner.client`
    delete from audit_events where tenant = ${tenant} returning change, object`
  rows.sort((a, b) => a['change'] - b['change'])
  for (const { change, object } of rows) {
    await inTenant(database, tenant, (tx) =>
      appendAuditEvent(
        { tx, tenant },
        {
          actor: { kind: 'token', id: 'test', name: 'test' },
          address: null,
          requestId: null,
          token: null,
          action: 'teams.create',
          object,
          result: 'accepted',
          code: null,
          change,
          details: null,
        },
      ),
    )
  }
}

describe('npm run audit:verify', () => {
  it('prints a line a tenant, with how many events its chain has and where it ends', async () => {
    const { name } = await createChain()
    const { status, stdout, stderr } = await verify(settings)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toContainEqual(
      expect.stringMatching(`^${name}: intact, 6 events, head [0-9a-f]{64}$`),
    )
    expect(lines).toContainEqual(expect.stringMatching(/^default: intact, 0 events, head 0{64}$/))
  })

  const tampered: readonly (readonly [string, (tenant: number) => Promise<unknown>, string])[] = [
    // case | tamper | sentence
    [
      'changed',
      (tenant) => owner.client`
        update audit_events set actor_name = 'somebody else' where tenant = ${tenant} and id = 3`,
      'event 3 is not what its hash covers',
    ],
    [
      'changed by a second',
      (tenant) => owner.client`
        update audit_events set at = at + interval '1 second' where tenant = ${tenant} and id = 6`,
      'event 6 is not what its hash covers',
    ],
    [
      'taken out',
      (tenant) => owner.client`delete from audit_events where tenant = ${tenant} and id = 2`,
      'event 2 is missing',
    ],
    [
      'put at each other’s place',
      (tenant) => owner.client`
        update audit_events a set actor_name = b.actor_name, object = b.object, hash = b.hash
        from audit_events b
        where a.tenant = ${tenant} and b.tenant = a.tenant and a.id in (4, 5) and b.id = 9 - a.id`,
      'event 4 is not what its hash covers',
    ],
    [
      'cut off',
      (tenant) => owner.client`delete from audit_events where tenant = ${tenant} and id > 4`,
      'event 5 is missing, and all after it',
    ],
    [
      'added behind the end',
      (tenant) => owner.client`
        update audit_heads set last_id = 5, last_hash =
          (select hash from audit_events where tenant = ${tenant} and id = 5)
        where tenant = ${tenant}`,
      'event 6 was added behind the end',
    ],
    [
      'left without its head',
      (tenant) => owner.client`delete from audit_heads where tenant = ${tenant}`,
      'event 1 was added behind the end',
    ],
  ]
  describe('where chains were tampered with', () => {
    const names: string[] = []
    let outcome: Outcome
    beforeAll(async () => {
      for (const [, tamper] of tampered) {
        const { id, name } = await createChain()
        await tamper(id)
        names.push(name)
      }
      outcome = await verify(settings)
    })

    it.each(tampered.map(([how, , sentence], index) => [how, sentence, index] as const))(
      'names the first event of a chain that was %s',
      (_, sentence, index) => {
        expect(outcome.stdout).toContain(`${names[index]}: ${sentence}`)
      },
    )

    it('fails, and does for the first of them alone', async () => {
      expect(outcome.status).toBe(1)
      expect((await verify(settings, '--tenant', names[0]!)).status).toBe(1)
    })
  })
})

describe('the commits of the repository', () => {
  it('hold against the chain that they were made with', async () => {
    const chain = await createChain()
    await commitChanges(chain)
    const { status, stdout } = await verify(settings, '--tenant', chain.name)
    expect(stdout).toMatch(/: intact, 6 events, head [0-9a-f]{64}, as 6 commits have it\n$/)
    expect(status).toBe(0)
  })

  it('tell of a chain that was cut off, its head with it', async () => {
    const chain = await createChain()
    const directory = await commitChanges(chain)
    await owner.client`delete from audit_events where tenant = ${chain.id} and id > 4`
    await owner.client`
      update audit_heads set last_id = 4,
        last_hash = (select hash from audit_events where tenant = ${chain.id} and id = 4)
      where tenant = ${chain.id}`
    const { status, stdout } = await verify(settings, '--tenant', chain.name, '--git', directory)
    expect(stdout).toContain('says that change 5 has the audit hash')
    expect(stdout).toContain('no event is of it: the chain was rewritten')
    expect(status).toBe(1)
  })

  it('tell of a chain that was changed and then hashed anew, from its first row', async () => {
    const chain = await createChain()
    await commitChanges(chain)
    await owner.client`
      update audit_events set object = 'team/another' where tenant = ${chain.id} and id = 3`
    await rehash(chain)
    const { status, stdout } = await verify(settings, '--tenant', chain.name)
    expect(stdout).toMatch(
      /commit [0-9a-f]{40} says that change 1 has the audit hash [0-9a-f]{64}, and event 1 has the hash/,
    )
    expect(status).toBe(1)
  })
})

describe('what commands make', () => {
  it('stands in the audit too', async () => {
    await run(settings, 'tenant', 'create', 'commanded')
    const token = await run(settings, 'token', '--role', 'admin', '--tenant', 'commanded')
    expect(token.stdout).toMatch(/^berth_/)
    const { stdout } = await verify(settings, '--tenant', 'commanded')
    expect(stdout).toMatch(/^commanded: intact, 2 events/)
    const events = await owner.client`
      select actor_kind, actor_id, address, action, details from audit_events
      where tenant = (select tenant from tenants where name = 'commanded') order by id`
    expect([...events]).toMatchObject([
      { actor_kind: 'system', actor_id: 'npm run tenant', address: null, action: 'tenants.create' },
      { actor_kind: 'system', actor_id: 'npm run token', address: null, action: 'tokens.create' },
    ])
    expect(JSON.stringify(events)).not.toContain(token.stdout.trim())
  })
})

describe('the command', () => {
  it('refuses a repository without a tenant, and a tenant that isn’t there', async () => {
    const aimless = await verify(settings, '--git', '.')
    expect([aimless.status, aimless.stderr]).toEqual([2, expect.stringContaining('--tenant')])
    const absent = await verify(settings, '--tenant', 'absent')
    expect([absent.status, absent.stderr.trim()]).toEqual([1, 'There is no tenant absent.'])
  })

  it('starts the embedded server by itself when no portal runs', async () => {
    const directory = path.join(data.directory, 'embedded')
    mkdirSync(directory)
    const own = { DATABASE_URL: '', BERTH_DATA_DIR: directory }
    await run(own, 'token', '--role', 'admin')
    const { status, stdout } = await verify(own)
    expect(stdout).toMatch(/^default: intact, 1 events, head [0-9a-f]{64}\n$/)
    expect(status).toBe(0)
  })

  it('vouches for nothing where there is no installation, and makes none', async () => {
    const directory = path.join(data.directory, 'nowhere')
    const { status, stderr } = await verify({ DATABASE_URL: '', BERTH_DATA_DIR: directory })
    expect([status, stderr]).toEqual([1, expect.stringContaining('There is no installation')])
    expect(existsSync(directory)).toBe(false)
  })
})
