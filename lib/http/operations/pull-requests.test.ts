import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { type Call, createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, environment, policy } from '#lib/http/testing/bodies.ts'
import { insertPullRequest, TITLE } from '#lib/http/testing/pull-requests.ts'
import { actorOf, personOf } from '#lib/domain/testing/actors.ts'
import { PLAIN_WRITE } from '#lib/usecases/changes/write-options.ts'
import { reopenPullRequestUseCase } from '#lib/usecases/pull-requests/reopen.ts'
import { ownSession } from '#lib/usecases/session.ts'

const PROD = 'fleet/production'
const STAGE = 'fleet/stage'
const OTHER = 'other application'

let api: TestApi
beforeEach(async () => {
  api = await createTestApi({ GITOPS_BRANCH: 'fleet/{environment}' })
  await create('/environments', environment)
  await create('/teams', { name: 'ieb' })
  await create('/teams', { name: 'other' })
  for (const name of ['prod-1', 'prod-2']) {
    await create('/clusters', { ...cluster, name, environment: 'production' })
  }
  await create('/clusters', { ...cluster, name: 'stage-1', environment: 'stage' })
  await create('/applications', application)
  await create('/target-policies?confirmChanges=3&override=true', policy)
})

async function create(path: string, body: unknown) {
  const headers = { 'berth-reason': 'To have it there.' }
  const { status, text } = await api.call(path, { method: 'POST', body, headers })
  expect(status, text).toBe(201)
}

async function list(query = '', call: Call = {}) {
  const { status, text, json } = await api.call(`/pull-requests${query}`, call)
  expect(status, text).toBe(200)
  return json
}

const reopen = (branch: string, query = '', call: Call = {}) =>
  api.call(`/pull-requests/${encodeURIComponent(branch)}/reopen${query}`, {
    method: 'POST',
    ...call,
  })

const run = (statement: ReturnType<typeof sql>) =>
  inTenant(api.database, api.tenant.id, (tx) => tx.execute(statement))

const branchesOf = (json: { items: { branch: string }[] }) => json.items.map(({ branch }) => branch)

const publish = (branch: string) =>
  run(sql`with published as (
      update publications set state = 'published', commit = 'known'
      where tenant = ${api.tenant.id} and branch = ${branch} returning change)
    update branches set published_change = (select max(change) from published)
    where tenant = ${api.tenant.id} and name = ${branch}`)

describe('the list of pull requests', () => {
  it('says of each what is in it, for which clusters, and what it waits for', async () => {
    await insertPullRequest(api, PROD)
    await create('/clusters?override=true', {
      ...cluster,
      name: 'prod-3',
      environment: 'production',
    })
    const { items, total, totalIsExact } = await list()
    expect({ total, totalIsExact }).toEqual({ total: 1, totalIsExact: true })
    const [first, , last] = await changesOf(PROD)
    expect(items).toEqual([
      {
        branch: PROD,
        number: 17,
        url: 'https://git.example.com/fleet/pulls/17',
        state: 'open',
        next: 'merge',
        title: TITLE,
        environments: ['production'],
        environments_total: 1,
        clusters: 3,
        changes: { from: first, to: last, count: 3 },
        later_changes: 1,
        waits_since: expect.stringMatching(/Z$/),
        opened_at: '2026-01-02T03:04:05.000Z',
        closed_by: null,
        asked_at: null,
        reopen_asked_at: null,
        error: null,
      },
    ])
  })
})

async function changesOf(branch: string): Promise<number[]> {
  const rows = await run(sql`
    select change from publications where tenant = ${api.tenant.id} and branch = ${branch}
    order by change`)
  return rows.map(({ change }) => Number(change))
}
