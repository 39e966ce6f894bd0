import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { listen } from '#db/listener.ts'
import { PUBLICATIONS_CHANNEL } from '#db/queries/publications.ts'
import { type Call, createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, environment, policy } from '#lib/http/testing/bodies.ts'
import { insertPullRequest, TITLE } from '#lib/http/testing/pull-requests.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { matchPath } from './routes.ts'
import { PLAIN_WRITE } from '#lib/usecases/changes/write-options.ts'
import { readReopenRightsUseCase } from '#lib/usecases/pull-requests/reopen-rights.ts'
import { reopenPullRequestUseCase } from '#lib/usecases/pull-requests/reopen.ts'
import { ownSession } from '#lib/usecases/session.ts'

const PROD = 'fleet/production'
const STAGE = 'fleet/stage'

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

async function codeOf(branch: string) {
  const { status, json } = await reopen(branch)
  return { status, code: json.code }
}

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

  it('leaves out what is over, unless a state is asked for', async () => {
    await insertPullRequest(api, PROD, 'closed')
    await insertPullRequest(api, STAGE, 'merged', 18)
    expect((await list()).items).toMatchObject([
      { branch: PROD, state: 'closed', next: 'decision', closed_by: 'ann' },
      { branch: STAGE, state: 'merged', next: 'settling' },
    ])
    await publish(PROD)
    await publish(STAGE)
    expect(await list()).toMatchObject({ items: [], total: 0 })
    expect((await list('?state=closed')).items).toMatchObject([
      { branch: PROD, next: null, changes: null, later_changes: 0, waits_since: null },
    ])
    expect(branchesOf(await list('?state=merged'))).toEqual([STAGE])
    expect(branchesOf(await list('?state=open'))).toEqual([])
  })

  it('doesn’t show what was merged again because later changes are on their way without one', async () => {
    await insertPullRequest(api, STAGE, 'merged')
    await publish(STAGE)
    await create('/clusters', { ...cluster, name: 'stage-2', environment: 'stage' })
    expect(branchesOf(await list())).toEqual([])
  })

  it('is filtered by branch, environment and change', async () => {
    await insertPullRequest(api, PROD)
    await insertPullRequest(api, STAGE, 'open', 18)
    const [ofProd] = await changesOf(PROD)
    expect(branchesOf(await list())).toEqual([PROD, STAGE])
    expect(branchesOf(await list(`?branch=${encodeURIComponent(STAGE)}`))).toEqual([STAGE])
    expect(branchesOf(await list('?environment=production'))).toEqual([PROD])
    expect(branchesOf(await list('?environment=absent'))).toEqual([])
    expect(branchesOf(await list(`?change=${ofProd}`))).toEqual([PROD])
    expect(branchesOf(await list('?change=999'))).toEqual([])
    const first = await list('?limit=1')
    expect({ ...first, items: branchesOf(first) }).toMatchObject({ items: [PROD], total: 2 })
    const second = await list(`?limit=1&continue=${first.continue}`)
    expect(branchesOf(second)).toEqual([STAGE])
    expect(second.continue).toBeNull()
  })

  it('is exported', async () => {
    await insertPullRequest(api, PROD)
    const { text } = await api.call('/pull-requests?format=csv&columns=branch,number,state,changes')
    expect(text).toBe(`branch,number,state,changes\r\n${PROD},17,open,3\r\n`)
  })

  it('counts up to a thousand changes, and still names the last', async () => {
    await insertPullRequest(api, PROD)
    const [first] = await changesOf(PROD)
    await run(sql`
      insert into changes select (jsonb_populate_record(null::changes,
        to_jsonb(c) || jsonb_build_object('id', 1000 + n))).*
      from (select * from changes where tenant = ${api.tenant.id} limit 1) c,
        generate_series(1, 1200) n`)
    await run(sql`
      insert into publications (tenant, branch, change, state)
      select ${api.tenant.id}, ${PROD}, 1000 + n, 'proposed' from generate_series(1, 1200) n`)
    expect((await list()).items).toMatchObject([
      { changes: { from: first, to: 2200, count: 1000 }, later_changes: 0 },
    ])
  })

  it('keeps from those who see only their team what may name what others have', async () => {
    await insertPullRequest(api, PROD)
    await run(sql`update pull_requests set error = 'clusters/prod-1/applications/ieb/app1.yaml'
      where tenant = ${api.tenant.id}`)
    for (const role of ['contributor', 'reader'] as const) {
      const { items } = await list('', { token: await api.token(role, { team: 'other' }) })
      expect(items).toMatchObject([
        { branch: PROD, number: 17, state: 'open', title: null, error: null },
      ])
      expect(JSON.stringify(items)).not.toContain('app1')
      const all = await list('', { token: await api.token(role) })
      expect(all.items).toMatchObject([{ title: TITLE, error: expect.stringContaining('app1') }])
    }
    const csv = await api.call('/pull-requests?format=csv', {
      token: await api.token('reader', { team: 'other' }),
    })
    expect(csv.text).toContain(PROD)
    expect(csv.text).not.toContain('app1')
  })
})

describe('a change', () => {
  it('says in which pull request it waits, as long as it does', async () => {
    await insertPullRequest(api, PROD)
    const link = { number: 17, url: 'https://git.example.com/fleet/pulls/17' }
    const id = (await changesOf(PROD)).at(-1)
    const read = async () => (await api.call(`/changes/${id}`)).json
    const before = await read()
    expect(before.state).toBe('pending')
    expect(before.publications).toEqual([
      { branch: PROD, state: 'proposed', commit: null, error: null, pull_request: link },
      { branch: STAGE, state: 'pending', commit: null, error: null },
    ])
    await publish(STAGE)
    expect((await read()).state).toBe('proposed')
    const { items } = (await api.call('/changes')).json
    expect(items.find((each: { id: number }) => each.id === id).publications).toMatchObject([
      { branch: PROD, pull_request: link },
      { branch: STAGE, state: 'published' },
    ])
    await publish(PROD)
    expect((await read()).publications[0]).toEqual({
      branch: PROD,
      state: 'published',
      commit: 'known',
      error: null,
    })
  })
})

const events = async () => {
  const { json } = await api.call('/audit?action=pull-request.reopen')
  return json.items
}

const stored = async () => {
  const [row] = await run(sql`
    select due_at <= clock_timestamp() as is_due, reopen_asked_at is not null as is_asked
    from pull_requests where tenant = ${api.tenant.id}`)
  return row
}

describe('opening a pull request again', () => {
  it('is asked of the publisher, which is woken, and of nobody by a dry run', async () => {
    await insertPullRequest(api, PROD, 'closed')
    const dry = await reopen(PROD, '?dryRun=true')
    expect(dry.status, dry.text).toBe(200)
    expect(dry.json).toMatchObject({ branch: PROD, state: 'closed', next: 'reopening' })
    expect(await stored()).toEqual({ is_due: false, is_asked: false })
    expect(await events()).toEqual([])
    const { status, json } = await reopen(PROD, '', {
      headers: { 'berth-reason': 'It%20was%20late.' },
    })
    expect(status).toBe(200)
    expect(json).toMatchObject({ branch: PROD, number: 17, state: 'closed', next: 'reopening' })
    expect(json.reopen_asked_at).toMatch(/Z$/)
    expect(await stored()).toEqual({ is_due: true, is_asked: true })
    expect(await events()).toMatchObject([
      {
        object: `pull-request/${PROD}`,
        result: 'accepted',
        details: {
          edits: [
            {
              before: { number: 17, state: 'closed' },
              after: { number: 17, reopen_asked_at: json.reopen_asked_at, reason: 'It was late.' },
            },
          ],
        },
      },
    ])
    expect((await list()).items).toEqual([json])
  })

  it('tells the publisher at once', async () => {
    await insertPullRequest(api, PROD, 'closed')
    const heard = Promise.withResolvers<string>()
    const listener = await listen(inject('databaseUrl'), PUBLICATIONS_CHANNEL, (text) => {
      if (text === `${api.tenant.id}:0`) heard.resolve(text)
    })
    await reopen(PROD)
    await heard.promise
    await listener.close()
  })

  it('has one effect for each key', async () => {
    await insertPullRequest(api, PROD, 'closed')
    const headers = { 'idempotency-key': 'once' }
    const first = await reopen(PROD, '', { headers })
    await run(sql`update pull_requests set state = 'open', reopen_asked_at = null
      where tenant = ${api.tenant.id}`)
    const again = await reopen(PROD, '', { headers })
    expect(again.json).toEqual(first.json)
    expect(await stored()).toMatchObject({ is_asked: false })
    expect(await events()).toHaveLength(1)
  })

  it('is refused where none is closed, or nothing waits for it, and the refusal is in the audit', async () => {
    expect(await codeOf(PROD)).toEqual({ status: 404, code: 'not_found' })
    await insertPullRequest(api, PROD, 'open')
    expect(await codeOf(PROD)).toEqual({ status: 409, code: 'pull_request_not_closed' })
    await run(sql`update pull_requests set state = 'closed' where tenant = ${api.tenant.id}`)
    await publish(PROD)
    expect(await codeOf(PROD)).toEqual({ status: 409, code: 'pull_request_over' })
    expect(await stored()).toEqual({ is_due: false, is_asked: false })
    expect(
      (await events()).map((event: { code: string; object: string }) => [event.code, event.object]),
    ).toEqual([
      ['pull_request_over', `pull-request/${PROD}`],
      ['pull_request_not_closed', `pull-request/${PROD}`],
      ['not_found', `pull-request/${PROD}`],
    ])
  })

  it('takes only one segment for the branch, whatever is in its name', async () => {
    const name = 'a b/ü%2F?x#y'
    await insertPullRequest(api, name, 'closed')
    await run(sql`
      insert into publications (tenant, branch, change, state)
      values (${api.tenant.id}, ${name}, 1, 'proposed')`)
    const { status, json } = await reopen(name)
    expect({ status, branch: json.branch }).toEqual({ status: 200, branch: name })
    expect(matchPath('/api/v1/pull-requests/fleet/production/reopen')).toEqual([])
  })

  it('is for those who write everywhere, and for those who roll out into an environment of the branch', async () => {
    await insertPullRequest(api, PROD, 'closed')
    const statusFor = async (over: Parameters<typeof actorOf>[0]) => {
      const session = ownSession(api.tenant, actorOf(over))
      const input = { branch: PROD, options: { ...PLAIN_WRITE, dryRun: true } }
      const asking = reopenPullRequestUseCase.invoke(api.services, session, input)
      const refusal = await asking.then(
        () => null,
        (error: { kind: string }) => error.kind,
      )
      const rights = readReopenRightsUseCase.invoke(api.services, session, { branches: [PROD] })
      const told = await rights.then(
        (by) => by[PROD],
        () => 'not found',
      )
      expect(told === null).toBe(refusal === null)
      return refusal
    }
    const team = new Map([['other', 'reader']] as const)
    expect(await statusFor({ role: 'admin' })).toBeNull()
    expect(await statusFor({ role: 'contributor' })).toBeNull()
    expect(await statusFor({ role: 'reader' })).toBe('forbidden')
    expect(await statusFor({ role: 'reader', groups: ['deployers'] })).toBeNull()
    expect(await statusFor({ teams: team })).toBe('forbidden')
    expect(await statusFor({ teams: team, groups: ['overriders'] })).toBeNull()
    expect(await statusFor({ teams: team, groups: ['others'] })).toBe('forbidden')
    expect(await statusFor({ groups: ['deployers'] })).toBe('not_found')
  })
})

async function changesOf(branch: string): Promise<number[]> {
  const rows = await run(sql`
    select change from publications where tenant = ${api.tenant.id} and branch = ${branch}
    order by change`)
  return rows.map(({ change }) => Number(change))
}
