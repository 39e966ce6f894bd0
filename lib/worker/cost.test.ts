// The cost of publishing depends on the edit, and not on the size of the fleet.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Database } from '#db/client.ts'
import { connect, type Connection } from '#db/connection.ts'
import { application, save, team } from './testing/fleets.ts'
import { createTestPublisher, type TestPublisher } from './testing/publisher.ts'

const SMALL = 100
const LARGE = 10_000
/** For a tenant with no more rows than these of a kind, the planner may as well read all of them. */
const HANDFUL = 60
/** For a busy machine. */
const FLEETS_PATIENCE_MS = 300_000

/**
 * A published tenant with so many clusters and one application on the odd-numbered ones; `cluster-0` is not one of them.
 */
async function publishFleet(clusters: number): Promise<TestPublisher> {
  const publisher = await createTestPublisher()
  await save(publisher, 'POST', '/teams', team())
  await save(publisher, 'POST', '/applications', application())
  await save(publisher, 'POST', '/target-policies', {
    name: 'odd',
    app_selector: { common: 'true' },
    cluster_selector: { odd: 'true' },
  })
  const { status, text } = await publisher.call('/apply', { body: clusterDocuments(clusters) })
  if (status !== 200) throw new Error(text)
  const published = await publisher.publish()
  expect(published, JSON.stringify(published)).toMatchObject({ outcome: 'published' })
  return publisher
}

function clusterDocuments(clusters: number) {
  return Array.from({ length: clusters }, (_, index) => ({
    apiVersion: 'berth.dev/v1',
    kind: 'Cluster',
    metadata: {
      name: `cluster-${index}`,
      labels: { odd: index % 2 === 1 ? 'true' : 'false', region: `r${index % 6}` },
    },
    spec: { environment: 'prod' },
  }))
}

const placeOne = (publisher: TestPublisher) =>
  save(publisher, 'PATCH', '/clusters/cluster-0', { metadata: { odd: 'true' } })
const endOne = (publisher: TestPublisher) =>
  save(publisher, 'PATCH', '/clusters/cluster-0', { metadata: { odd: 'false' } })

type ObjectCounts = { readonly files: number; readonly reachable: number; readonly written: number }

/** The objects of the commit that an edit makes: how many are new in it, and how many were written. */
async function objectsOf(
  publisher: TestPublisher,
  edit: (publisher: TestPublisher) => Promise<unknown>,
): Promise<ObjectCounts> {
  const before = await publisher.git('rev-parse', 'main')
  const looseBefore = await countLoose(publisher)
  await edit(publisher)
  expect(await publisher.publish()).toMatchObject({ outcome: 'published' })
  const files = await publisher.git('diff-tree', '-r', '--name-only', before, 'main')
  const reachable = await publisher.git('rev-list', '--objects', 'main', `^${before}`)
  return {
    files: files.split('\n').length,
    reachable: reachable.split('\n').length,
    written: (await countLoose(publisher)) - looseBefore,
  }
}

async function countLoose({ git }: TestPublisher): Promise<number> {
  const text = await git('count-objects')
  return Number(text.split(' ')[0])
}

/** The tables that grow with the fleet; other tables get rows from tests that run at the same time. */
const FLEET_TABLES = [
  'revisions',
  'labels',
  'placements',
  'placements_past',
  'placement_targets',
  'cluster_branches',
  'releases',
]
const READ_COUNTERS = `
  select relname as "table",
    (seq_tup_read + coalesce(idx_tup_fetch, 0) + n_tup_ins + n_tup_upd + n_tup_del)::int as rows
  from pg_stat_xact_user_tables where relname in ('${FLEET_TABLES.join("', '")}')`

type Counters = readonly { readonly table: string; readonly rows: number }[]

/** Postgres's counters at the beginning and the end of each transaction. */
type Readings = { readonly begun: Promise<Counters>[]; readonly ended: Promise<Counters>[] }

/** Sends a query before anything else can be sent. */
function sent<Query extends { readonly execute: () => unknown }>(
  query: Query,
  follow: () => void,
): Query {
  query.execute()
  follow()
  return query
}

/** The client, which also reads the counters right after each beginning and right before each commit. */
function countingClient(client: Connection['client'], readings: Readings): Connection['client'] {
  const readCounters = () => client.unsafe<Counters[number][]>(READ_COUNTERS).execute()
  const unsafe: typeof client.unsafe = (text, parameters, options) => {
    if (text === 'commit') readings.ended.push(readCounters())
    if (!text.startsWith('begin')) return client.unsafe(text, parameters, options)
    return sent(client.unsafe(text, parameters, options), () => {
      readings.begun.push(readCounters())
    })
  }
  return new Proxy(client, {
    get: (target, name) => (name === 'unsafe' ? unsafe : Reflect.get(target, name)),
  })
}

function countingDatabase({ pool }: Database, readings: Readings): Database {
  const lend: typeof pool.lend = (fn) =>
    pool.lend((connection) =>
      fn({ ...connection, client: countingClient(connection.client, readings) }),
    )
  return { pool: { ...pool, lend } }
}

/** The rows of the fleet's tables that are read and written for an edit by a publisher that knows the fleet. */
async function rowsOf(
  publisher: TestPublisher,
  edit: (publisher: TestPublisher) => Promise<unknown>,
): Promise<Record<string, number>> {
  const readings: Readings = { begun: [], ended: [] }
  const database = countingDatabase(publisher.database, readings)
  const world = { ...publisher.world, services: { ...publisher.services, database } }
  await edit(publisher)
  expect(await publisher.publish('main', world)).toMatchObject({ outcome: 'published' })
  expect(readings.ended.length).toBeGreaterThan(0)
  const rows: Record<string, number> = {}
  const add = (counters: readonly Counters[], sign: 1 | -1) => {
    for (const counter of counters.flat()) {
      rows[counter.table] = (rows[counter.table] ?? 0) + sign * counter.rows
    }
  }
  add(await Promise.all(readings.ended), 1)
  add(await Promise.all(readings.begun), -1)
  return rows
}

describe('publishing an edit that moves one placement', () => {
  let small: TestPublisher
  let large: TestPublisher
  beforeAll(async () => {
    small = await publishFleet(SMALL)
    large = await publishFleet(LARGE)
    const misleading = await createTestPublisher()
    // As in a running portal, where autovacuum has analysed the tables, and other tenants' rows show that an application
    // has few.
    const owner = await connect(inject('ownerUrl'))
    await owner.client`
      insert into placements (tenant, application_id, cluster_id, began)
      select ${misleading.tenant.id}, application, cluster, 1
      from generate_series(1000, 3000) application, generate_series(1, 20) cluster`
    // Those show, too, that many objects begin with a change, which few of this tenant do.
    await owner.client`
      insert into revisions (tenant, kind, object, name, began, body)
      select ${misleading.tenant.id}, 'cluster', object, 'm' || object, 2 + object % 8, '{}'::jsonb
      from generate_series(1, 30000) object`
    await owner.client.unsafe('analyze')
    await owner.close()
    await misleading.close()
  }, FLEETS_PATIENCE_MS)
  afterAll(async () => {
    await small.close()
    await large.close()
  })

  it('makes as many Git objects with 10,000 clusters as with 100', async () => {
    for (const edit of [placeOne, endOne, placeOne, endOne]) {
      const objects = await objectsOf(small, edit)
      expect(objects.reachable).toBeGreaterThan(0)
      expect(await objectsOf(large, edit)).toEqual(objects)
    }
  })

  it('reads and writes no more rows with 10,000 clusters than with 100', async () => {
    for (const edit of [placeOne, endOne]) {
      const [few, many] = [await rowsOf(small, edit), await rowsOf(large, edit)]
      expect(few['revisions']).toBeGreaterThan(0)
      expect(Object.keys(many)).toEqual(Object.keys(few))
      for (const [table, rows] of Object.entries(many)) {
        expect(rows, table).toBeLessThan((few[table] ?? 0) + HANDFUL)
      }
    }
  })
})
