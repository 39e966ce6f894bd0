import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTenant, type Transaction } from '#db/client.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import { vacuumFully } from '#db/testing/vacuum.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import type { EditContext } from '../define.ts'
import { ownOrigin } from '../session.ts'
import { submitDrafts } from './submit.ts'
import { PLAIN_WRITE } from './write-options.ts'

function document(kind: string, metadata: object, spec: object) {
  return { apiVersion: 'berth.dev/v1', kind, metadata, spec }
}

/**
 * A tenant with so many clusters, one application on the odd-numbered ones, or on those of them that are picked, and a cluster that
 * a label selects or not.
 */
async function createFleet(clusters: number, pick?: object): Promise<TestApi> {
  const api = await createTestApi()
  const documents = [
    document('Team', { name: 'ieb' }, {}),
    document(
      'Application',
      { name: 'app1', namespace: 'ieb', labels: { common: 'true' } },
      { repo_url: 'https://git.example.com/a.git', repo_branch: 'main', repo_path: '.' },
    ),
    document(
      'TargetPolicy',
      { name: 'odd' },
      { app_selector: 'common=true', cluster_selector: 'odd=true', ...(pick && { pick }) },
    ),
    ...Array.from({ length: clusters }, (_, index) =>
      document(
        'Cluster',
        {
          name: `cluster-${index}`,
          labels: { odd: index % 2 === 1 ? 'true' : 'false', region: `r${index % 6}` },
        },
        { environment: 'prod' },
      ),
    ),
  ]
  const { status, json } = await api.call('/apply', { body: documents })
  expect({ status, json: status === 200 ? null : json }).toEqual({ status: 200, json: null })
  return api
}

/** An index may lead to a few deleted rows until vacuum runs. */
const HANDFUL = 60
/** The tables that grow with the fleet; other tables get rows from tests that run at the same time. */
const FLEET_TABLES = [
  'revisions',
  'labels',
  'placements',
  'placements_past',
  'placement_targets',
  'cluster_branches',
  'releases',
  'decisions',
  'cluster_scores',
]

/** Those that only picks and schedulers need. */
const CHOOSING_TABLES = ['decisions', 'cluster_scores']

/** How often this transaction looked into the tables that only picks and schedulers need. */
async function readScans(tx: Transaction): Promise<number> {
  const [row] = await tx.execute<{ scans: number }>(sql`
    select sum(seq_scan + coalesce(idx_scan, 0))::int as scans
    from pg_stat_xact_user_tables where relname in ${CHOOSING_TABLES}`)
  return row!.scans
}

/** Rows read and written by this transaction, by table, including what the connection hasn't reported of earlier ones. */
async function readCounters(tx: Transaction): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.execute<{ table: string; rows: number }>(sql`
    select relname as "table",
      (seq_tup_read + coalesce(idx_tup_fetch, 0) + n_tup_ins + n_tup_upd + n_tup_del)::int as rows
    from pg_stat_xact_user_tables where relname in ${FLEET_TABLES}`)
  return new Map(rows.map(({ table, rows }) => [table, rows]))
}

/** The rows that one edit read and wrote, as Postgres counted them in the edit's own transaction. */
async function rowsOfOneEdit(
  { services, tenant }: TestApi,
  { name = 'cluster-0', odd = 'true' }: { readonly name?: string; readonly odd?: string } = {},
): Promise<Record<string, number>> {
  const cluster: Cluster = {
    kind: 'cluster',
    type: null,
    defaultProject: null,
    argocdNamespace: null,
    confinement: 'account',
    name,
    description: '',
    shortName: '',
    environment: 'prod',
    labels: new Map([
      ['odd', odd],
      ['region', 'r0'],
    ]),
  }
  return inTenant(services.database, tenant.id, async (tx) => {
    const scope = { tx, tenant: tenant.id }
    const before = await readCounters(tx)
    const scansBefore = await readScans(tx)
    const state = await readTenantState(scope, { lock: true })
    const context: EditContext = {
      services,
      tenant,
      scope,
      payer: 'token:cost',
      actor: {
        kind: 'token',
        id: 'test',
        name: 'test',
        email: null,
        role: 'admin',
        teams: new Map(),
        groups: [],
        cluster: null,
        registers: false,
        announces: null,
        schedules: null,
        tellsOfRepository: false,
      },
      origin: ownOrigin,
      state: async () => state,
      fleet: () => services.fleets.at(scope, state.lastChange),
      authorize: () => undefined,
      audit: () => undefined,
      afterCommit: () => undefined,
    }
    const outcome = await submitDrafts(context, {
      action: 'clusters.replace',
      drafts: [
        {
          ref: { kind: 'cluster', team: null, name },
          after: cluster,
          verb: 'replace',
          precondition: '*',
          locate: (path) => path,
        },
      ],
      options: { ...PLAIN_WRITE, pairs: { ...PLAIN_WRITE.pairs, limit: 100 } },
    })
    expect(outcome).toMatchObject({ kind: 'kept' })
    const after = await readCounters(tx)
    return {
      ...Object.fromEntries(
        [...after].map(([table, rows]) => [table, rows - (before.get(table) ?? 0)]),
      ),
      choosing: (await readScans(tx)) - scansBefore,
    }
  })
}

describe('an edit that moves one placement', () => {
  let small: TestApi
  let large: TestApi
  beforeAll(async () => {
    small = await createFleet(100)
    large = await createFleet(10_000)
    await vacuumFully()
    await small.call('/clusters/cluster-0?dryRun=true', {
      method: 'DELETE',
      headers: { 'If-Match': '*' },
    })
    await large.call('/clusters/cluster-0?dryRun=true', {
      method: 'DELETE',
      headers: { 'If-Match': '*' },
    })
  })

  it('reads and writes no more rows with 10,000 clusters than with 100', async () => {
    const [few, many] = [await rowsOfOneEdit(small), await rowsOfOneEdit(large)]
    expect(few).toMatchObject({ placements: 1, revisions: expect.any(Number), releases: 0 })
    expect([few['choosing'], many['choosing']]).toEqual([0, 0])
    for (const [table, rows] of Object.entries(many)) {
      expect(rows, table).toBeLessThan((few[table] ?? 0) + HANDFUL)
    }
  })
})

describe('an edit of one of 10,000 clusters, some of which are picked', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createFleet(10_000, { count: 3, spread_by: 'region', prefer: [{ score: 'free' }] })
    await inTenant(api.services.database, api.tenant.id, (tx) =>
      tx.execute(sql`insert into cluster_scores (tenant, cluster, name, value, until)
        select ${api.tenant.id}, i, 'free', i % 100, '2100-01-01' from generate_series(1, 10000) i`),
    )
    await vacuumFully()
  })

  it('costs nothing more where enough are picked, though a preferred one becomes a candidate', async () => {
    const rows = await rowsOfOneEdit(api)
    expect(rows).toMatchObject({ placements: 0, decisions: 0, choosing: 0 })
  })

  it('puts one decision in the place of one, and reads scores, where one is picked anew', async () => {
    const { json } = await api.call('/placements?limit=10')
    const names = json.items.map((item: { cluster: string }) => item.cluster)
    expect(names).toHaveLength(3)
    const rows = await rowsOfOneEdit(api, { name: names[0], odd: 'false' })
    expect(rows['decisions']).toBeLessThan(10)
    expect(rows['placements']).toBeLessThan(HANDFUL)
    expect(rows['cluster_scores']).toBe(10_000)
    const after = await api.call('/placements?limit=10')
    expect(after.json.items).toHaveLength(3)
  })
})
