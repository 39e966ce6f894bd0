// What waits for people to merge it, as the API tells of it: where it waits, and that an edit would wait there, too.
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { readTenantBacklog } from '#db/queries/backlog.ts'
import { publications } from '#db/schema/publication.ts'
import { pullRequests } from '#db/schema/pull-request.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'
import { insertPullRequest, propose } from '#lib/http/testing/pull-requests.ts'

const ANY = { 'If-Match': '*' }
const SETTINGS = {
  GITOPS_REPO_URL: 'https://github.com/example/fleet.git',
  GITOPS_BRANCH: '{environment}',
  GITOPS_USERNAME: 'berth',
  GITOPS_TOKEN: 'a token',
}
const PULL_17 = { number: 17, url: 'https://git.example.com/fleet/pulls/17' }

let api: TestApi
beforeEach(async () => {
  api = await createTestApi(SETTINGS)
  const { status, text } = await api.call('/apply', {
    body: [
      documentOf('team', team),
      documentOf('environment', { name: 'staging', publish: 'pull-request' }),
      documentOf('cluster', { ...cluster, name: 'one', environment: 'staging' }),
      documentOf('cluster', { ...cluster, name: 'two', environment: 'dev' }),
      documentOf('application', application),
      documentOf('target-policy', policy),
    ],
  })
  expect(status, text).toBe(200)
})

const inTests = <T>(run: Parameters<typeof inTenant<T>>[2]) =>
  inTenant(api.database, api.tenant.id, run)

/** All that was saved is in Git. */
const publishAll = () =>
  inTests((tx) =>
    tx
      .update(publications)
      .set({ state: 'published', commit: 'a commit', publishedAt: sql`now()` })
      .where(eq(publications.tenant, api.tenant.id)),
  )

async function patch(path: string, body: unknown, query = '') {
  const answer = await api.call(`${path}${query}`, { method: 'PATCH', body, headers: ANY })
  expect(answer.status, answer.text).toBe(200)
  return answer
}

type Warning = { readonly code: string; readonly message: string }
async function warningsOf(path: string, body: unknown): Promise<Warning[]> {
  const { warnings } = (await patch(path, body, '?dryRun=true')).json
  return warnings.filter(({ code }: Warning) => code === 'held_by_pull_request')
}

describe('a preview', () => {
  const repoBranch = { repo_branch: 'v2' }
  const ofApplication = () => warningsOf('/applications/ieb/app1', repoBranch)

  it('warns of each branch that is held and that the edit would touch, with its pull request', async () => {
    await insertPullRequest(api, 'staging', 'closed')
    expect(await ofApplication()).toEqual([
      {
        code: 'held_by_pull_request',
        message: `Branch staging is held, because pull request 17 (${PULL_17.url}) was closed by ann: what is saved waits there until that is open again and merged, or its changes are taken back.`,
      },
    ])
    expect(await warningsOf('/clusters/two', { metadata: { region: 'elsewhere' } })).toEqual([])
    expect(await warningsOf('/clusters/one', { metadata: { region: 'elsewhere' } })).toHaveLength(1)
    expect(await warningsOf('/teams/ieb', { description: 'Nothing in Git' })).toEqual([])
  })

  it.each([
    ['open', { state: 'open' }],
    ['merged', { state: 'merged' }],
    ['about to be open again', { state: 'closed', reopenAskedAt: new Date() }],
  ] as const)('warns of no branch whose pull request is %s', async (_, pull) => {
    await propose(api, 'staging')
    await propose(api, 'staging', pull)
    expect(await ofApplication()).toEqual([])
  })

  it('warns of no branch for which nothing waits', async () => {
    await publishAll()
    await propose(api, 'staging', { state: 'closed' })
    expect(await ofApplication()).toEqual([])
  })
})

describe('a change that waits for people', () => {
  it.each(['open', 'closed'] as const)(
    'is taken back like others where its pull request is %s',
    async (state) => {
      await publishAll()
      const edited = await patch('/applications/ieb/app1', { repo_branch: 'v2' })
      await propose(api, 'staging')
      await propose(api, 'staging', { state })
      const change = Number(edited.headers.get('berth-change'))
      const dry = await api.call(`/changes/${change}/revert?dryRun=true`, { method: 'POST' })
      expect(dry.json).toMatchObject({ placements: { changed: 2, removed: 0 } })
      const done = await api.call(`/changes/${change}/revert`, { method: 'POST' })
      expect(done.status, done.text).toBe(200)
      expect((await api.call('/applications/ieb/app1')).json.repo_branch).toBe(
        application.repo_branch,
      )
    },
  )

  it('has the pull request with each placement that waits for it, now and not in the past', async () => {
    await publishAll()
    await patch('/applications/ieb/app1', { repo_branch: 'v2' })
    const before = (await api.call('/placements/ieb/app1/one')).json
    expect(before).toMatchObject({ published: null })
    expect(before).not.toHaveProperty('pull_request')
    await propose(api, 'staging')
    const waits = { published: null, pull_request: PULL_17 }
    expect((await api.call('/placements/ieb/app1/one')).json).toMatchObject(waits)
    const { items } = (await api.call('/placements')).json
    expect(items).toMatchObject([{ cluster: 'one', ...waits }, { cluster: 'two' }])
    expect(items[1]).not.toHaveProperty('pull_request')
    const csv = await api.call('/placements', { headers: { accept: 'text/csv' } })
    const [heading, first] = csv.text.split('\r\n').map((line) => line.split(','))
    expect(first![heading!.indexOf('pull_request')]).toBe('17')
    const past = `?at=${new Date().toISOString()}`
    expect((await api.call(`/placements/ieb/app1/one${past}`)).json).not.toHaveProperty(
      'pull_request',
    )
    await publishAll()
    const after = (await api.call('/placements/ieb/app1/one')).json
    expect(after.published).not.toBeNull()
    expect(after).not.toHaveProperty('pull_request')
  })
})

const readBacklog = async () => {
  const { pending, oldestSeconds } = await inTests((tx) =>
    readTenantBacklog({ tx, tenant: api.tenant.id }),
  )
  return { pending, hasAge: oldestSeconds > 0 }
}

const lookedAt = (at: Date) =>
  inTests((tx) =>
    tx.update(pullRequests).set({ dueAt: at }).where(eq(pullRequests.tenant, api.tenant.id)),
  )

describe('the backlog', () => {
  it('has what waits for Berth, and not what waits for people, nor what waits behind that', async () => {
    expect(await readBacklog()).toEqual({ pending: 2, hasAge: true })
    await propose(api, 'staging', { state: 'closed' })
    expect(await readBacklog()).toEqual({ pending: 1, hasAge: true })
    await propose(api, 'dev', { number: 18 })
    expect(await readBacklog()).toEqual({ pending: 0, hasAge: false })
    const third = { ...cluster, name: 'three', environment: 'dev' }
    expect((await api.call('/clusters', { body: third })).status).toBe(201)
    expect(await readBacklog()).toEqual({ pending: 0, hasAge: false })
    // Nobody looks at it any more, so that it waits is nobody's wish.
    await lookedAt(new Date(Date.now() - 600_000))
    expect(await readBacklog()).toEqual({ pending: 1, hasAge: true })
  })
})
