import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  closeDatabase,
  type Database,
  inTenant,
  openDatabase,
  outsideTenants,
  type Transaction,
} from './client.ts'
import { codeOf } from './errors.ts'
import { assertTenantWalls } from './guard.ts'
import { migrate } from './migrate.ts'
import {
  dropOldPartitions,
  forgetOldObservations,
  makePartitionsAhead,
} from './queries/observed-partitions.ts'
import { createTestTenant } from './testing/database.ts'
import { temporaryServer } from './testing/temporary-server.ts'

// A server of its own, because wherever maintenance runs it drops old partitions for all tenants.
let server: Awaited<ReturnType<typeof temporaryServer>>
let db: Database

beforeAll(async () => {
  server = await temporaryServer()
  await migrate(server.ownerUrl)
  db = openDatabase(server.databaseUrl, { max: 4 })
})

afterAll(async () => {
  await closeDatabase(db)
  await server.stop()
})

const partitions = async () => {
  const rows = await outsideTenants(db, (tx) =>
    tx.execute<{ name: string }>(sql`
      select inhrelid::regclass::text as name from pg_inherits
      where inhparent in ('observed_turns'::regclass, 'observed_syncs'::regclass,
        'observed_hours'::regclass) order by 1`),
  )
  return rows.map(({ name }) => name)
}

const make = (month: string) =>
  outsideTenants(db, (tx) => tx.execute(sql`select make_observed_partitions(${month}::date)`))

const drop = async (before: string) => {
  const rows = await outsideTenants(db, (tx) =>
    tx.execute<{ name: string }>(sql`select drop_observed_partitions(${before}::date) as name`),
  )
  return rows.map(({ name }) => name)
}

const insertTurn = (tx: Transaction, tenant: number, at: string) =>
  tx.execute(sql`
    insert into observed_turns (tenant, application_id, cluster_id, at, received_at, state, known_before)
    values (${tenant}, 1, 1, ${at}::timestamptz, now(), 'healthy', false)`)

describe('the partitions of what was observed', () => {
  it('reach from three months ago to the end of the next one, however often they are made', async () => {
    await makePartitionsAhead(db, 90)
    const made = await partitions()
    await Promise.all([makePartitionsAhead(db, 90), makePartitionsAhead(db, 90)])
    expect(await partitions()).toEqual(made)
    const { tenant } = await createTestTenant(db)
    const [edges] = await outsideTenants(db, (tx) =>
      tx.execute<{ first: string; last: string }>(sql`
        select (now() - interval '90 days')::text as first, (now() + interval '27 days')::text as last`),
    )
    for (const at of [edges!.first, edges!.last]) {
      await inTenant(db, tenant, (tx) => insertTurn(tx, tenant, at))
    }
  })

  it('of a month begin and end at midnight of UTC, and are dropped when all of it is over', async () => {
    await make('2001-02-28')
    const { tenant } = await createTestTenant(db)
    const insert = (at: string) =>
      inTenant(db, tenant, (tx) => insertTurn(tx, tenant, at)).then(
        () => 'kept',
        (error: unknown) => codeOf(error),
      )
    const noPartition = '23514'
    expect(await insert('2001-01-31T23:59:59.999Z')).toBe(noPartition)
    expect(await insert('2001-02-01T00:00:00Z')).toBe('kept')
    expect(await insert('2001-02-28T23:59:59.999Z')).toBe('kept')
    expect(await insert('2001-03-01T00:00:00Z')).toBe(noPartition)
    expect(await drop('2001-02-28')).toEqual([])
    expect(await drop('2001-03-01')).toEqual([
      'observed_hours_2001_02',
      'observed_syncs_2001_02',
      'observed_turns_2001_02',
    ])
    expect((await partitions()).filter((name) => name.includes('2001'))).toEqual([])
    expect(await drop('2001-03-01')).toEqual([])
  })

  it('are dropped when they are older than what is kept, and no others', async () => {
    await makePartitionsAhead(db, 90)
    const kept = await partitions()
    await make('2001-05-01')
    expect(await dropOldPartitions(db, 90)).toEqual([
      'observed_hours_2001_05',
      'observed_syncs_2001_05',
      'observed_turns_2001_05',
    ])
    expect(await partitions()).toEqual(kept)
  })

  it('wall tenants off, in the table and by themselves', async () => {
    await assertTenantWalls(db)
    const [ours, theirs] = [await createTestTenant(db), await createTestTenant(db)]
    const at = new Date().toISOString()
    for (const { tenant } of [ours, theirs]) {
      await inTenant(db, tenant, (tx) => insertTurn(tx, tenant, at))
    }
    const seen = await inTenant(db, ours.tenant, (tx) =>
      tx.execute(sql`select tenant from observed_turns`),
    )
    expect([...seen]).toEqual([{ tenant: ours.tenant }])
    const [newest] = (await partitions()).filter((name) => name.startsWith('observed_turns'))
    const reading = inTenant(db, ours.tenant, (tx) =>
      tx.execute(sql`select from ${sql.identifier(newest!)}`),
    )
    expect(await reading.catch((error: unknown) => codeOf(error))).toBe('42501')
    const foreign = inTenant(db, ours.tenant, (tx) => insertTurn(tx, theirs.tenant, at))
    expect(await foreign.catch((error: unknown) => codeOf(error))).toBe('42501')
  })
})

it('of commits pulled long ago, each cluster’s last one that is known stays', async () => {
  const { tenant } = await createTestTenant(db)
  const left = await inTenant(db, tenant, async (tx) => {
    await tx.execute(sql`
      insert into observed_pulls (tenant, cluster, at, received_at, branch, commit, change)
      select ${tenant}, cluster, now() - make_interval(days => ago), now() - make_interval(days => ago),
        'main', ago::text, nullif(change, 0)
      from (values (1, 99, 1), (1, 98, 2), (1, 97, 0), (1, 5, 3), (2, 99, 1), (3, 99, 0), (3, 98, 0))
        pulls(cluster, ago, change)`)
    await forgetOldObservations({ tx, tenant }, 90)
    return tx.execute<{ pull: string }>(sql`
      select cluster || ' ' || commit as pull from observed_pulls order by cluster, at`)
  })
  expect(left.map(({ pull }) => pull)).toEqual(['1 98', '1 97', '1 5', '2 99', '3 99', '3 98'])
})
