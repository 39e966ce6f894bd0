// A list reads only rows of its own tenant, however many others have, so the time that it takes reveals nothing of them.
import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { closeDatabase, inTenant, openDatabase } from '#db/client.ts'
import { countAuditEvents, listAuditEvents } from '#db/queries/audit-lists.ts'
import { countChanges, listChanges, listWidestChanges } from '#db/queries/change-lists.ts'
import { listDeployments } from '#db/queries/deployments.ts'
import { readLabels } from '#db/queries/object-labels.ts'
import { listObjects } from '#db/queries/objects.ts'
import { countHooks, listHooks } from '#db/queries/hooks.ts'
import { countReviewedRoles, listReviewedRoles } from '#db/queries/access-review.ts'
import { countPullRequests, listPullRequests } from '#db/queries/pull-request-lists.ts'
import { countPeople, listPeople } from '#db/queries/people-lists.ts'
import { countRollouts, listRollouts } from '#db/queries/rollouts.ts'
import { countViews, listViews } from '#db/queries/saved-views.ts'
import { listPlacements } from '#db/queries/placement-lists.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { countStatesByGroup } from '#db/queries/state-counts.ts'
import { countTeamRequests, listTeamRequests } from '#db/queries/team-requests.ts'
import { countTokens, listTokens } from '#db/queries/token-lists.ts'
import { rowsReadBy } from '#db/testing/rows-read.ts'
import { KINDS } from '#lib/domain/objects/kinds.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { kinds } from '#lib/http/testing/bodies.ts'
import { insertPullRequest } from '#lib/http/testing/pull-requests.ts'
import { insertTeamRequest } from '#lib/http/testing/team-requests.ts'
import {
  allChanges,
  allDeployments,
  allEvents,
  allPlacements,
} from '#lib/http/testing/unfiltered.ts'

/** So many that the planner looks rows up instead of walking through all. */
const NEIGHBOURS = 5000
/** A list of ours has a handful of rows, and reads each a few times. */
const OWN_MAX = 500

/** What makes each row of the other tenant unique; the rest is as in ours. */
const differing: Readonly<Record<string, SQL>> = {
  revisions: sql`jsonb_build_object('object', n, 'name', 'object-' || n)`,
  changes: sql`jsonb_build_object('id', n)`,
  labels: sql`jsonb_build_object('object', n)`,
  placements: sql`jsonb_build_object('application_id', n)`,
  audit_events: sql`jsonb_build_object('id', n)`,
  people: sql`jsonb_build_object('subject', 'person-' || n)`,
  team_requests: sql`jsonb_build_object('id', gen_random_uuid(), 'asker', 'person-' || n)`,
  saved_views: sql`jsonb_build_object('id', gen_random_uuid(), 'name', 'view-' || n)`,
  rollouts: sql`jsonb_build_object('id', n, 'state', 'aborted', 'ended_at', now())`,
  hooks: sql`jsonb_build_object('id', gen_random_uuid(), 'name', 'hook-' || n)`,
  branches: sql`jsonb_build_object('name', 'branch-' || n)`,
  publications: sql`jsonb_build_object('change', n)`,
  pull_requests: sql`jsonb_build_object('branch', 'branch-' || n)`,
  tokens: sql`jsonb_build_object('id', gen_random_uuid(), 'hash', sha256(n::text::bytea)::text)`,
}

let api: TestApi
beforeAll(async () => {
  const theirs = await createTestApi()
  api = await createTestApi()
  for (const kind of KINDS) {
    expect((await api.call(kinds[kind].collection, { body: kinds[kind].body })).status).toBe(201)
  }
  await insertTeamRequest(api, '00000000-0000-4000-8000-0000000000b1')
  await insertPullRequest(api, 'main')
  const owner = openDatabase(inject('ownerUrl'), { max: 1 })
  await inTenant(owner, api.tenant.id, async (tx) => {
    await tx.execute(sql`
      insert into people (tenant, subject, name, rights_state, read_at, tried_at)
      values (${api.tenant.id}, 'oidc:ours', 'Ours', 'read', now(), now())`)
    await tx.execute(sql`
      insert into saved_views (tenant, owner, list, name, query, is_default, created_by)
      values (${api.tenant.id}, 'person:ours', 'clusters', 'ours', '', false, 'test')`)
    await tx.execute(sql`
      insert into rollouts (tenant, id, application_id, team, application, environment, repo_url,
        repo_branch, repo_path, origin, state, digest, confirmed, seq, started_at, started_by,
        actor_kind, actor_id, actor_name)
      values (${api.tenant.id}, 1, 1, 'ieb', 'app1', 'prod', '', '', '', 'person', 'running', '', 0,
        1, now(), 'person:ours', 'person', 'ours', 'Ours')`)
    await tx.execute(sql`
      insert into hooks (tenant, id, name, team, host, sealed, created_by, created_by_name)
      select tenant, gen_random_uuid(), 'ours', object, 'github', 'sealed', 'test', 'test'
      from revisions where tenant = ${api.tenant.id} and kind = 'team' and ended is null`)
    for (const [table, fields] of Object.entries(differing)) {
      const name = sql.identifier(table)
      await tx.execute(sql`
        insert into ${name}
        select row.* from (select * from ${name} where tenant = ${api.tenant.id} limit 1) ours,
          generate_series(100, ${NEIGHBOURS + 99}) n,
          jsonb_populate_record(null::${name},
            to_jsonb(ours) || ${fields} || jsonb_build_object('tenant', ${theirs.tenant.id}::int)) row`)
    }
    // As autovacuum does.
    for (const table of Object.keys(differing)) {
      await tx.execute(sql`analyze ${sql.identifier(table)}`)
    }
  })
  await closeDatabase(owner)
})

const firstPage = { after: null, limit: 50 }
const ofObjects = { change: null, selector: null, teams: null } as const

const ALL_ROLLOUTS = {
  teams: null,
  namespace: null,
  application: null,
  environment: null,
  state: null,
  cluster: null,
}

type List = (scope: TenantScope, text: string | null) => Promise<unknown>
const lists: Readonly<Record<string, List>> = {
  ...Object.fromEntries(
    KINDS.flatMap((kind) =>
      (['name', 'since'] as const).map((by): [string, List] => [
        `${kind} by ${by}`,
        (scope, text) =>
          listObjects(
            scope,
            { ...ofObjects, kind, text, sort: [{ by, key: null, descending: false }] },
            firstPage,
          ),
      ]),
    ),
  ),
  'clusters by a field, and then by a label': (scope, text) =>
    listObjects(
      scope,
      {
        ...ofObjects,
        kind: 'cluster',
        text,
        sort: [
          { by: 'environment', key: null, descending: false },
          { by: 'label', key: 'region', descending: true },
        ],
      },
      firstPage,
    ),
  'labels that are columns': (scope) =>
    readLabels(scope, { kind: 'cluster', objects: [1], keys: ['region'], change: null }),
  rollouts: async (scope) => [
    await listRollouts(scope, ALL_ROLLOUTS, firstPage),
    await countRollouts(scope, ALL_ROLLOUTS),
  ],
  placements: (scope, text) => listPlacements(scope, { ...allPlacements, text }, firstPage),
  'placements in some states': (scope, text) =>
    listPlacements(
      scope,
      { ...allPlacements, text, states: ['failed', 'unknown', 'waiting'] },
      firstPage,
    ),
  'counts by state': (scope) => {
    const { change, observedAt, isPast, teams, namespace } = allPlacements
    const query = { change, observedAt, isPast, teams, namespace }
    return countStatesByGroup(scope, query, { by: 'cluster' })
  },
  changes: async (scope, text) => [
    await listChanges(scope, { ...allChanges, text }, firstPage),
    await countChanges(scope, { ...allChanges, text }),
  ],
  'changes that a series marks': (scope) => {
    const everything = {
      from: new Date(0),
      to: new Date('2100-01-01'),
      namespace: null,
      teams: null,
    }
    return listWidestChanges(scope, { ...everything, environment: null }, firstPage.limit)
  },
  deployments: (scope, text) => listDeployments(scope, { ...allDeployments, text }, firstPage),
  'deployments of an outcome': (scope, text) =>
    listDeployments(
      scope,
      { ...allDeployments, text, begun: true, from: new Date(0), outcomes: ['unknown'] },
      firstPage,
    ),
  audit: async (scope, text) => [
    await listAuditEvents(scope, { ...allEvents, text }, { before: null, limit: 50 }),
    await countAuditEvents(scope, { ...allEvents, text }),
  ],
  tokens: async (scope, text) => {
    const query = { owner: null, text, sort: { by: 'name', descending: false } } as const
    return [await listTokens(scope, query, firstPage), await countTokens(scope, query)]
  },
  'saved views': async (scope) => {
    const query = { principal: 'person:ours', teams: ['ieb'], list: null, onlyDefault: false }
    return [await listViews(scope, query, firstPage), await countViews(scope, query)]
  },
  'pull requests': async (scope) => {
    const query = { branch: null, state: null, branches: null, change: 1 }
    return [
      await listPullRequests(scope, { ...query, change: null }, { after: null, limit: 50 }),
      await countPullRequests(scope, query),
    ]
  },
  hooks: async (scope) => {
    const query = { teams: ['ieb'], ofRepository: true }
    return [await listHooks(scope, query, firstPage), await countHooks(scope, query)]
  },
  people: async (scope, text) => [
    await listPeople(scope, { text }, firstPage),
    await countPeople(scope, { text }),
  ],
  'the review of access': async (scope, text) => {
    const query = { text, team: null, granted: [] }
    return [
      await listReviewedRoles(scope, query, firstPage),
      await countReviewedRoles(scope, query),
    ]
  },
  'requests for teams': async (scope) => {
    const query = { asker: null, teams: [], state: null }
    return [await listTeamRequests(scope, query, firstPage), await countTeamRequests(scope, query)]
  },
}

describe('a list', () => {
  it.each(Object.entries(lists))('reads no row of another tenant: %s', async (_, list) => {
    for (const text of [null, 'a']) {
      const rows = await inTenant(
        api.database,
        api.tenant.id,
        async (tx) => {
          // What it finds isn’t counted once vacuum was there, which may be at any moment.
          await tx.execute(sql`set local enable_indexonlyscan = off`)
          const read = () => list({ tx, tenant: api.tenant.id }, text)
          return rowsReadBy(tx, read, Object.keys(differing))
        },
        { readOnly: true },
      )
      expect(rows).toBeGreaterThan(0)
      expect(rows).toBeLessThan(OWN_MAX)
    }
  })

  it('would be caught if it read them', async () => {
    const rows = await inTenant(api.database, api.tenant.id, async (tx) => {
      await tx.execute(sql`set local enable_indexscan = off`)
      await tx.execute(sql`set local enable_bitmapscan = off`)
      await tx.execute(sql`set local enable_indexonlyscan = off`)
      const readPeople = () => lists['people']!({ tx, tenant: api.tenant.id }, null)
      return rowsReadBy(tx, readPeople, Object.keys(differing))
    })
    expect(rows).toBeGreaterThan(NEIGHBOURS)
  })
})
