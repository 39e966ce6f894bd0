// A first page costs a page: it reads neither every placement nor every object of a fleet.
import { BY_NAME } from '#lib/domain/lists/orders.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { closeDatabase, inTenant, openDatabase } from '#db/client.ts'
import { connect } from '#db/connection.ts'
import { countAuditEvents, listAuditEvents } from '#db/queries/audit-lists.ts'
import { countChanges, listChanges } from '#db/queries/change-lists.ts'
import { listDeployments } from '#db/queries/deployments.ts'
import { readFirstRun } from '#db/queries/first-run.ts'
import { listObjects } from '#db/queries/objects.ts'
import type { Selector } from '#lib/domain/labels/selector.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { rowsReadBy } from '#db/testing/rows-read.ts'
import { vacuumFully } from '#db/testing/vacuum.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, documentOf, policy, team } from '#lib/http/testing/bodies.ts'
import { allChanges, allDeployments, allEvents } from '#lib/http/testing/unfiltered.ts'

const CLUSTERS = 400
const APPLICATIONS = 30
const PLACEMENTS = CLUSTERS * APPLICATIONS
const EVENTS = 6000
/** A few times the placements of one application. */
const PAGE_MAX = 2500
const LIMIT = 20

let api: TestApi
let removal: number

beforeAll(async () => {
  api = await createTestApi()
  const write = async (method: string, path: string, body: unknown) => {
    const answer = await api.call(path, { method, body, headers: { 'if-match': '*' } })
    expect(answer.status, answer.text).toBeLessThan(300)
    return Number(answer.headers.get('berth-change'))
  }
  await write('POST', '/apply', [
    documentOf('team', team),
    ...Array.from({ length: APPLICATIONS }, (_, index) =>
      documentOf('application', { ...application, name: `app${index + 10}` }),
    ),
    ...Array.from({ length: CLUSTERS }, (_, index) =>
      documentOf('cluster', { name: `c${index}`, metadata: { region: 'east' } }),
    ),
    documentOf('target-policy', policy),
  ])
  const path = `/target-policies/${policy.name}`
  removal = await write('PATCH', `${path}?confirmRemovals=${PLACEMENTS}`, { suspended: true })
  await write('PATCH', path, { suspended: false })
  const owner = await connect(inject('ownerUrl'))
  await owner.client.unsafe(`
    insert into audit_events
    select row.* from (select * from audit_events where tenant = ${api.tenant.id} limit 1) known,
      generate_series(100, ${EVENTS + 99}) n,
      jsonb_populate_record(null::audit_events, to_jsonb(known) || jsonb_build_object('id', n)) row`)
  await owner.close()
  await vacuumFully()
})

async function costOf(read: (scope: TenantScope) => Promise<unknown>): Promise<number> {
  const { database, tenant } = api
  return inTenant(
    database,
    tenant.id,
    (tx) => rowsReadBy(tx, () => read({ tx, tenant: tenant.id })),
    { readOnly: true },
  )
}

const named = (name: string): Selector => ({
  kind: 'terms',
  terms: [{ key: 'name', operator: '=', values: [name] }],
})

describe('a first page', () => {
  it.each([
    ['the newest first', () => ({})],
    ['the oldest first', () => ({ descending: false })],
    ['a team', () => ({ namespace: 'ieb' })],
    ['an application', () => ({ application: 'app25' })],
    ['a cluster', () => ({ cluster: 'c7' })],
    ['a change that removed everything', () => ({ change: removal })],
    ['the same from its other end', () => ({ change: removal, descending: false })],
    ['a change that added everything', () => ({ change: removal + 1 })],
    ['what began in a time', () => ({ from: new Date(0), begun: true })],
    ['labels of clusters', () => ({ clusterSelector: named('c7') })],
    ['labels of applications', () => ({ appSelector: named('app25') })],
    ['an outcome', () => ({ from: new Date(0), begun: true, outcomes: ['unknown'] as const })],
    ['a time', () => ({ from: new Date(0), to: new Date('2999-01-01') })],
  ])('of the history reads no fleet: %s', async (_, filter) => {
    const query = { ...allDeployments, ...filter() }
    const page = { after: null, limit: LIMIT, isCounted: false }
    expect(await costOf((scope) => listDeployments(scope, query, page))).toBeLessThan(PAGE_MAX)
  })

  it.each([
    ['all', {}],
    ['a kind', { kind: 'cluster' }],
    ['an object', { name: 'c7' }],
    ['a team', { namespace: 'ieb' }],
    ['an actor', { actor: 'test' }],
    ['an environment where nothing was moved', { environment: 'prod' }],
  ] as const)('of the changes reads none of what they edited: %s', async (_, filter) => {
    const query = { ...allChanges, ...filter }
    const rows = await costOf(async (scope) => {
      await listChanges(scope, query, { after: null, limit: LIMIT })
      await countChanges(scope, query)
    })
    expect(rows).toBeLessThan(CLUSTERS)
  })

  it('of an admin reads no fleet for the steps of setting up', async () => {
    expect(await costOf(readFirstRun)).toBeLessThan(CLUSTERS)
  })

  it('of the audit reads its events', async () => {
    const rows = await costOf((scope) =>
      listAuditEvents(scope, allEvents, { before: null, limit: LIMIT }),
    )
    expect(rows).toBeLessThan(PAGE_MAX)
    const counted = await costOf((scope) => countAuditEvents(scope, { ...allEvents, text: 'x' }))
    expect(counted).toBeGreaterThan(EVENTS - 1)
  })

  it('of clusters that are so fresh looks at each once, also where nothing is known of the tables', async () => {
    const time = { change: null, observedAt: new Date(), isPast: false }
    const query = {
      kind: 'cluster',
      change: null,
      selector: null,
      text: null,
      teams: null,
      sort: BY_NAME,
      freshness: { among: ['none'], time },
    } as const
    const { id: tenant } = api.tenant
    const owner = openDatabase(inject('ownerUrl'), { max: 1 })
    const undone = new Error('undone')
    let rows = Infinity
    const told = inTenant(owner, tenant, async (tx) => {
      // As right after an import.
      await tx.execute(sql`
        select pg_clear_relation_stats(schemaname, relname),
          (select count(pg_clear_attribute_stats(schemaname, relname, attname, false))
            from pg_attribute where attrelid = relid and attnum > 0 and not attisdropped)
        from pg_stat_user_tables`)
      const page = { after: null, limit: LIMIT }
      rows = await rowsReadBy(tx, () => listObjects({ tx, tenant }, query, page))
      throw undone
    })
    await expect(told).rejects.toBe(undone)
    await closeDatabase(owner)
    expect(rows).toBeLessThan(20 * CLUSTERS)
  })
})
