// What it costs to say what placements wait for follows what is asked about, not how many clusters and applications there are.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import { rowsReadBy } from '#db/testing/rows-read.ts'
import { overheard } from '#db/testing/statements-sent.ts'
import { vacuumFully } from '#db/testing/vacuum.ts'
import { personOf } from '#lib/domain/testing/actors.ts'
import { findObject, type Fleet } from '#lib/domain/fleet/fleet.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, documentOf } from '#lib/http/testing/bodies.ts'
import { blockedApplications, blockedBy, blockedByEach, blockedClusters } from './blocked.ts'

const CLUSTERS = 1500
/** The others never did. */
const REPORTING = 1000
const LOOKED_AT = 100
/** Those of a chain: each needs the one before it. */
const CHAIN = 5
/** Those that need the first one, besides. */
const OTHERS = 10
/** An index may lead to a few rows of its pages besides. */
const HANDFUL = 10

const app = (name: string, ...depends_on: readonly string[]) =>
  documentOf('application', { ...application, namespace: 'blue', name, depends_on })

type Asker = Parameters<typeof blockedBy>[0]

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  const body = [
    documentOf('team', { name: 'blue' }),
    ...Array.from({ length: CHAIN }, (_, nth) =>
      app(`chain${nth}`, ...(nth === 0 ? [] : [`blue/chain${nth - 1}`])),
    ),
    ...Array.from({ length: OTHERS }, (_, nth) => app(`other${nth}`, 'blue/chain0')),
    ...Array.from({ length: CLUSTERS }, (_, nth) => documentOf('cluster', { name: `c${nth}` })),
    documentOf('target-policy', { name: 'all', app_selector: '*', cluster_selector: '*' }),
  ]
  const answer = await api.call('/apply', { body })
  if (answer.status !== 200) throw new Error(answer.text)
  await inTenant(api.database, api.tenant.id, async (tx) => {
    const { id: tenant } = api.tenant
    await tx.execute(sql`
      insert into cluster_reports (tenant, cluster, seen_at, received_at, complete_at)
      select tenant, object, now(), now(), now() from revisions
      where tenant = ${tenant} and kind = 'cluster'
        and substr(name, 2)::int < ${REPORTING}`)
    await tx.execute(sql`
      insert into observations (tenant, application_id, cluster_id, state, state_since, word_at,
        written_at)
      select p.tenant, application_id, cluster_id, 'degraded', now(), now(), now()
      from placements p join cluster_reports c on c.tenant = p.tenant and c.cluster = p.cluster_id
      where p.tenant = ${tenant}`)
    const published = await tx.execute(sql`
      update branches set published_change = 1 where tenant = ${tenant} returning name`)
    expect(published).toHaveLength(1)
  })
  await vacuumFully()
})

/** How many rows are read, of the tables that grow with the fleet, and how many statements are sent. */
async function costOf(ask: (asker: Asker, fleet: Fleet) => Promise<unknown>) {
  const loans: string[][] = []
  const rows = await inTenant(
    overheard(api.database, loans),
    api.tenant.id,
    async (tx) => {
      const scope = { tx, tenant: api.tenant.id }
      const { lastChange } = await readTenantState(scope, { lock: false })
      const { services } = api
      const known = await services.fleets.at(scope, lastChange)
      const fleet = async () => known
      const actor = personOf('ann', { role: 'admin' })
      const loan = loans.at(-1)!
      loan.length = 0
      return rowsReadBy(tx, () => ask({ scope, services, fleet, actor }, known))
    },
    { readOnly: true },
  )
  return { rows, statements: loans.at(-1)!.filter((text) => text.includes('asked')).length }
}

const idOf = (fleet: Fleet, name: string) =>
  findObject(fleet, { kind: 'application', team: 'blue', name })!.id
const cluster = (fleet: Fleet, nth = 7) =>
  findObject(fleet, { kind: 'cluster', team: null, name: `c${nth}` })!.id

/** An application on so many clusters as a page has rows. */
const pairsOf = (fleet: Fleet, name: string, from = 0) =>
  Array.from({ length: LOOKED_AT }, (_, nth) => ({
    application: idOf(fleet, name),
    cluster: cluster(fleet, from + nth),
  }))

describe('what a placement waits for', () => {
  it('is read by one statement, down to the root', async () => {
    const { rows, statements } = await costOf((asker, fleet) =>
      blockedBy(asker, {
        application: idOf(fleet, `chain${CHAIN - 1}`),
        cluster: cluster(fleet),
      }),
    )
    expect(statements).toBe(1)
    expect(rows).toBeLessThan(2 * CHAIN + HANDFUL)
  })

  it('costs nothing of an application that needs no other', async () => {
    const free = { rows: 0, statements: 0 }
    expect(await costOf((asker, fleet) => blockedBy(asker, pairsOf(fleet, 'chain0')[0]!))).toEqual(
      free,
    )
    expect(await costOf((asker, fleet) => blockedByEach(asker, pairsOf(fleet, 'chain0')))).toEqual(
      free,
    )
    expect(await costOf((asker, fleet) => blockedClusters(asker, idOf(fleet, 'chain0')))).toEqual(
      free,
    )
  })

  it.each([
    { who: 'report', from: 0, reads: 1, rowsOfEach: 2 },
    // Then it is looked up whether it is in Git.
    { who: 'never reported', from: REPORTING, reads: 2, rowsOfEach: 12 },
  ])(
    'is read by as many statements for a page of placements, whose clusters $who',
    async ({ from, reads, rowsOfEach }) => {
      const { rows, statements } = await costOf((asker, fleet) =>
        blockedByEach(asker, pairsOf(fleet, 'other1', from)),
      )
      expect(statements).toBe(reads)
      expect(rows).toBeLessThan(rowsOfEach * LOOKED_AT + HANDFUL)
    },
  )
})

it('says where an application waits by what the first of its clusters say', async () => {
  const { rows, statements } = await costOf((asker, fleet) =>
    blockedClusters(asker, idOf(fleet, 'other1')),
  )
  expect(statements).toBe(2)
  expect(rows).toBeLessThan(2 * LOOKED_AT + 2 * HANDFUL)
})

it('says what waits on a cluster by what that cluster says', async () => {
  const { rows, statements } = await costOf((asker, fleet) =>
    blockedApplications(asker, cluster(fleet)),
  )
  expect(statements).toBe(1)
  expect(rows).toBeLessThan(2 * (CHAIN + OTHERS) + HANDFUL)
})
