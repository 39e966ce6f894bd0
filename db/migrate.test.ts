import { readdirSync } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openClient } from './testing/open-client.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeDatabase, openDatabase, outsideTenants } from './client.ts'
import { migrate, migrationState } from './migrate.ts'
import type { MigrationState } from './migrate.ts'
import { emptyServer, temporaryDirectory } from './testing/temporary-server.ts'

const COMMITTED = join(import.meta.dirname, 'migrations')

// A server of its own, with a new database for each test.
let server: Awaited<ReturnType<typeof emptyServer>>
let newerFolder = ''

beforeAll(async () => {
  server = await emptyServer()
  newerFolder = await temporaryDirectory()
  await cp(COMMITTED, newerFolder, { recursive: true })
  const journal = join(newerFolder, 'meta', '_journal.json')
  const text = await readFile(journal, 'utf8')
  const entry = `,{"idx":2,"version":"7","when":9000000000000,"tag":"0002_next","breakpoints":true}]`
  await writeFile(journal, text.replace(/\]\s*\}\s*$/, `${entry}}`))
  await writeFile(join(newerFolder, '0002_next.sql'), 'CREATE TABLE "next" ("id" integer);')
})

afterAll(async () => {
  await server.stop()
  await rm(newerFolder, { recursive: true, force: true })
})

beforeEach(async () => {
  const superuser = openClient(server.superuserUrl.replace(/\/berth\b/, '/postgres'))
  await superuser`drop database berth`
  await superuser`create database berth owner berth_owner`
  await superuser.end()
})

async function stateFor(url: string, folder?: string): Promise<MigrationState> {
  const db = openDatabase(url, { max: 1 })
  try {
    return await outsideTenants(db, (tx) => migrationState(tx, folder))
  } finally {
    await closeDatabase(db)
  }
}

/** The migrations up to a number, as an older version had them. */
async function folderUpTo(number: string): Promise<string> {
  const journal = JSON.parse(await readFile(join(COMMITTED, 'meta', '_journal.json'), 'utf8'))
  const entries = journal.entries.filter(({ tag }: { tag: string }) => tag.slice(0, 4) <= number)
  const folder = join(newerFolder, `up-to-${number}`)
  await cp(COMMITTED, folder, { recursive: true })
  await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }))
  return folder
}

async function appliedCount(): Promise<number> {
  const db = openDatabase(server.databaseUrl, { max: 1 })
  try {
    const rows = await outsideTenants(db, (tx) =>
      tx.execute(sql`select hash from drizzle.__drizzle_migrations`),
    )
    return rows.length
  } finally {
    await closeDatabase(db)
  }
}

const FIRST_CHANGE = '2026-01-01T00:00:00Z'

/** Four changes of a tenant, each an hour after the one before. */
async function insertChanges(owner: ReturnType<typeof openClient>, tenant: number) {
  await owner`
    insert into changes (tenant, id, at, actor_kind, actor_id, actor_name, action, removed, added, changed,
      confirmed, placements_total, impact, digest)
    select ${tenant}, id, ${FIRST_CHANGE}::timestamptz + (id - 1) * interval '1 hour', 'system', 'a', 'A',
      'objects.apply', 0, 0, 0, false, 0, '{}', ''
    from generate_series(1, 4) id`
}

const MIGRATIONS = readdirSync('db/migrations').filter((name) => name.endsWith('.sql')).length

describe('migrations', () => {
  it('bring an empty database to the version of the code', async () => {
    expect(await stateFor(server.ownerUrl)).toBe('older')
    await migrate(server.ownerUrl)
    expect(await stateFor(server.ownerUrl)).toBe('current')
    expect(await stateFor(server.databaseUrl)).toBe('current')
  })

  it('run once when replicas start together', async () => {
    await Promise.all([1, 2, 3].map(() => migrate(server.ownerUrl)))
    expect(await appliedCount()).toBe(MIGRATIONS)
    await migrate(server.ownerUrl)
    expect(await appliedCount()).toBe(MIGRATIONS)
  })

  it('of a newer version leave the older one unable to start, and say so', async () => {
    await migrate(server.ownerUrl)
    expect(await stateFor(server.databaseUrl, newerFolder)).toBe('older')
    await migrate(server.ownerUrl, newerFolder)
    expect(await stateFor(server.databaseUrl)).toBe('newer')
    await expect(migrate(server.ownerUrl)).rejects.toThrow('A newer version of Berth')
  })

  it('give changes of older versions the number of objects that they edited', async () => {
    await migrate(server.ownerUrl, await folderUpTo('0009'))
    const owner = openClient(server.ownerUrl)
    await owner`insert into tenants (name) values ('ours')`
    await owner`
      insert into changes (tenant, id, at, actor_kind, actor_id, actor_name, action, removed, added, changed,
        confirmed, placements_total, impact, digest)
      select 1, id, now(), 'system', 'a', 'A', 'objects.apply', 0, 0, 0, false, 0,
        case id when 4 then '{"objects": 7}' else '{"files": 1}' end::jsonb, ''
      from generate_series(1, 4) id`
    // Change 1 creates three, change 2 edits one, deletes one and creates one; change 3 does nothing.
    await owner`
      insert into revisions (tenant, kind, object, name, began, ended, body) values
        (1, 'cluster', 1, 'a', 1, 2, '{}'), (1, 'cluster', 1, 'a', 2, null, '{}'),
        (1, 'cluster', 2, 'b', 1, 2, '{}'), (1, 'cluster', 3, 'c', 2, null, '{}'),
        (1, 'team', 1, 'a', 1, null, '{}')`
    await migrate(server.ownerUrl)
    const kept = await owner`select impact from changes order by id`
    await owner.end()
    expect(kept.map(({ impact }) => impact)).toEqual([
      { files: 1, objects: 3 },
      { files: 1, objects: 3 },
      { files: 1 },
      { objects: 7 },
    ])
  })

  it('give changes of older versions the environments where they moved placements, before and after', async () => {
    await migrate(server.ownerUrl, await folderUpTo('0041'))
    const owner = openClient(server.ownerUrl)
    await owner`insert into tenants (name) values ('ours'), ('theirs')`
    for (const tenant of [1, 2]) await insertChanges(owner, tenant)
    // Change 2 takes the first cluster from one environment to another; the second has none; change 3 moves nothing.
    await owner`
      insert into revisions (tenant, kind, object, name, began, ended, body) values
        (1, 'cluster', 1, 'a', 1, 2, '{"environment": "dev"}'),
        (1, 'cluster', 1, 'a', 2, null, '{"environment": "prod"}'),
        (1, 'cluster', 2, 'b', 1, null, '{}'),
        (2, 'cluster', 1, 'a', 1, null, '{"environment": "elsewhere"}')`
    await owner`
      insert into change_objects (tenant, kind, object, change, added, removed, changed) values
        (1, 'cluster', 1, 1, 1, 0, 0), (1, 'cluster', 2, 1, 1, 0, 0), (1, 'application', 1, 1, 2, 0, 0),
        (1, 'cluster', 1, 2, 0, 0, 1), (1, 'cluster', 1, 3, 0, 0, 0), (2, 'cluster', 1, 1, 0, 1, 0)`
    await migrate(server.ownerUrl)
    const kept = await owner`select environments from changes order by tenant, id`
    await owner.end()
    expect(kept.map(({ environments }) => environments.toSorted())).toEqual([
      // Ours, then theirs.
      ['dev'],
      ['dev', 'prod'],
      [],
      [],
      ['elsewhere'],
      [],
      [],
      [],
    ])
  })

  it('bind wishes of older versions to the team that had the name when it asked', async () => {
    await migrate(server.ownerUrl, await folderUpTo('0043'))
    const owner = openClient(server.ownerUrl)
    await owner`insert into tenants (name) values ('ours'), ('theirs')`
    for (const tenant of [1, 2]) await insertChanges(owner, tenant)
    // Of the name there was a team that change 2 edited and change 3 deleted, and since change 4 there is another.
    await owner`
      insert into revisions (tenant, kind, object, name, began, ended, body) values
        (1, 'team', 1, 'ieb', 1, 2, '{}'), (1, 'team', 1, 'ieb', 2, 3, '{}'),
        (1, 'team', 2, 'ieb', 4, null, '{}'), (1, 'cluster', 3, 'ieb', 4, null, '{}'),
        (2, 'team', 9, 'ieb', 1, null, '{}')`
    await owner`
      insert into team_requests (tenant, asker, asker_name, asks_for, body, created_at)
      select 1, 'ines', 'Ines', asks_for, '{"name": "ieb"}', ${FIRST_CHANGE}::timestamptz + after::interval
      from (values ('cluster', '-1 hour'), ('limits', '1 minute'), ('limits', '61 minutes'),
        ('cluster', '181 minutes'), ('team', '182 minutes')) wishes (asks_for, after)`
    await migrate(server.ownerUrl)
    const kept = await owner`select asking_team from team_requests order by created_at`
    await owner.end()
    expect(kept.map((row) => row['asking_team'])).toEqual([null, 1, 1, 2, null])
  })

  it('keep what older versions counted', async () => {
    await migrate(server.ownerUrl, await folderUpTo('0046'))
    const owner = openClient(server.ownerUrl)
    await owner`insert into tenants (name) values ('ours')`
    for (const table of ['observed_hours', 'observed_days']) {
      await owner.unsafe(`
        insert into ${table} (tenant, metric, by, team, at, counts, counted_at) values
          (1, 'states', '', '', now(), '[["", {"healthy": 9, "failed": 0}]]', now()),
          (1, 'states', 'label:zone', '', now(),
            '[["a", {"healthy": 1}], ["b", {"healthy": 2, "failed": 0}], [null, {"healthy": 3}]]', now()),
          (1, 'changes', '', '', now(), '[]', now())`)
    }
    await migrate(server.ownerUrl)
    const counted = await owner`
      select counts from observed_hours union all select counts from observed_days`
    await owner.end()
    const kept = counted.map(({ counts }) => JSON.stringify(counts)).sort()
    const each = [
      '[[["failed","healthy"],[["",[0,9]]]]]',
      '[[["failed","healthy"],[["b",[0,2]]]],[["healthy"],[["a",[1]],[null,[3]]]]]',
      '[]',
    ]
    expect(kept).toEqual([...each, ...each].sort())
  })

  it('need the role of the application, and say so', async () => {
    const superuser = openClient(server.superuserUrl)
    await superuser`alter role berth_app rename to elsewhere`
    try {
      await expect(migrate(server.ownerUrl)).rejects.toThrow('has no role berth_app')
    } finally {
      await superuser`alter role elsewhere rename to berth_app`
      await superuser`alter role berth_app password 'app'`
      await superuser.end()
    }
  })
})
