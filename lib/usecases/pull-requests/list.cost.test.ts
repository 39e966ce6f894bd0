// What it costs to list pull requests follows how many there are, not what was published or how many clusters are on a branch.
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { connect } from '#db/connection.ts'
import { listChanges } from '#db/queries/change-lists.ts'
import {
  countPresentPullRequests,
  countPullRequests,
  findPullRequest,
  listPullRequests,
} from '#db/queries/pull-request-lists.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { rowsReadBy } from '#db/testing/rows-read.ts'
import { overheard } from '#db/testing/statements-sent.ts'
import { vacuumFully } from '#db/testing/vacuum.ts'
import { personOf } from '#lib/domain/testing/actors.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { cluster } from '#lib/http/testing/bodies.ts'
import { allChanges } from '#lib/http/testing/unfiltered.ts'
import { ownSession } from '../session.ts'
import { listPullRequestsUseCase } from './list.ts'

const OPEN = 20
const OVER = 300
const PUBLISHED_EACH = 500
const WAITING_EACH = 3
const ALL = { branch: null, state: null, branches: null, change: null }

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  expect((await api.call('/clusters', { body: cluster })).status).toBe(201)
  const owner = await connect(inject('ownerUrl'))
  const { id } = api.tenant
  const total = PUBLISHED_EACH + WAITING_EACH
  await owner.client.unsafe(`
    insert into changes select row.* from (select * from changes where tenant = ${id}) known,
      generate_series(2, ${total}) n,
      jsonb_populate_record(null::changes, to_jsonb(known) || jsonb_build_object('id', n)) row;
    insert into branches (tenant, name, published_change)
    select ${id}, 'open-' || n, ${PUBLISHED_EACH} from generate_series(1, ${OPEN}) n
    union all select ${id}, 'over-' || n, ${total} from generate_series(1, ${OVER}) n;
    insert into pull_requests (tenant, branch, number, url, title, state, opened_at, due_at, seen_change)
    select tenant, name, 1, '', '', case when name like 'open%' then 'open' else 'merged' end, now(), now(), 0
    from branches where tenant = ${id} and name <> 'main';
    insert into publications (tenant, branch, change, state, commit)
    select ${id}, name, n,
      case when n > ${PUBLISHED_EACH} and name like 'open%' then 'proposed' else 'published' end, 'known'
    from branches, generate_series(1, ${total}) n
    where tenant = ${id} and (name like 'open%' or name = 'over-1')`)
  await owner.close()
  await vacuumFully()
})

function costOf(read: (scope: TenantScope) => Promise<unknown>): Promise<number> {
  const { database, tenant } = api
  return inTenant(
    database,
    tenant.id,
    (tx) => rowsReadBy(tx, () => read({ tx, tenant: tenant.id })),
    { readOnly: true },
  )
}

/** How many statements are sent to list so many. */
async function statementsFor(limit: number): Promise<number> {
  const loans: string[][] = []
  const services = { ...api.services, database: overheard(api.database, loans) }
  const session = ownSession(api.tenant, personOf('ann', { role: 'reader' }))
  const filter = { branch: null, state: null, environment: null, change: null }
  const input = { filter, after: null, limit }
  const { items } = await listPullRequestsUseCase.invoke(services, session, input)
  expect(items).toHaveLength(limit)
  return loans.flat().length
}

/** Each pull request with its branch, and what waits for it. */
const LISTED_MAX = 2 * (OPEN + OVER) + OPEN * WAITING_EACH + 100

describe('what pull requests cost', () => {
  it('is a look at each and at what waits in it, and at nothing that was published', async () => {
    const listed = await costOf(async (scope) => {
      const rows = await listPullRequests(scope, ALL, { after: null, limit: 101 })
      expect(rows).toHaveLength(OPEN)
      expect(rows[0]).toMatchObject({ from: PUBLISHED_EACH + 1, proposed: WAITING_EACH })
    })
    expect(listed).toBeLessThan(LISTED_MAX)
    expect(await costOf((scope) => countPullRequests(scope, ALL))).toBeLessThan(LISTED_MAX)
    expect(await costOf((scope) => countPresentPullRequests(scope))).toBeLessThan(LISTED_MAX)
    expect(await costOf((scope) => findPullRequest(scope, 'open-1'))).toBeLessThan(20)
  })

  it('is one look-up for each place where a change waits in one', async () => {
    const cost = await costOf(async (scope) => {
      const [row] = await listChanges(
        scope,
        { ...allChanges, upTo: PUBLISHED_EACH + 1 },
        { after: null, limit: 1 },
      )
      expect(row?.publications.filter(({ pullRequest }) => pullRequest !== null)).toHaveLength(OPEN)
    })
    expect(cost).toBeLessThan(10 * OPEN)
  })

  it('is as many statements for all of them as for one', async () => {
    // The fleet is known from then on.
    await statementsFor(1)
    expect(await statementsFor(OPEN)).toBe(await statementsFor(1))
  })
})
