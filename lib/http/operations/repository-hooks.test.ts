// The host of the tenant's repository that tells what happened there, over the API: which branches are looked at again, and what
// changes nothing.
import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { listen, type Listener } from '#db/listener.ts'
import { PUBLICATIONS_CHANNEL } from '#db/queries/publications.ts'
import { GIT_HOSTS, type GitHost } from '#lib/domain/git/push.ts'
import { type Answer, createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { deliveryHeaders, pushOf } from '#lib/http/testing/pushes.ts'
import { HAPPENINGS, pullRequestOf } from '#lib/http/testing/repository-events.ts'
import { answerApi } from './routes.ts'

const REPOSITORY = 'https://git.example.com/ieb/gitops'
const MIB = 1024 * 1024

type Hook = { readonly id: string; readonly host: GitHost; readonly secret: string }

let api: TestApi
beforeEach(async () => {
  api = await createTestApi({ GITOPS_REPO_URL: `${REPOSITORY}.git` })
})

const make = (over: object = {}, token?: string) =>
  api.call('/hooks', {
    body: { name: 'merges', namespace: null, host: 'github', ...over },
    ...(token !== undefined && { token }),
  })

async function makeHook(host: GitHost = 'github'): Promise<Hook> {
  const { status, text, json } = await make({ host })
  expect(status, text).toBe(201)
  return json
}

/** Looked at a moment ago, and again in a minute. */
const insertPull = (branch: string, state = 'open') =>
  inTenant(api.database, api.tenant.id, async (tx) => {
    await tx.execute(sql`
      insert into branches (tenant, name, layout) values (${api.tenant.id}, ${branch}, 1)`)
    await tx.execute(sql`
      insert into pull_requests (tenant, branch, number, url, title, state, opened_at, due_at, asked_at,
        seen_change)
      values (${api.tenant.id}, ${branch}, 17, 'https://git.example.com/17', 'Change 1', ${state},
        now(), now() + interval '1 minute', now(), 0)`)
  })

/** Which branches are due, and have something that their host wasn't asked for. */
const dueBranches = () =>
  inTenant(api.database, api.tenant.id, async (tx) => {
    const rows = await tx.execute<{ branch: string; told: boolean }>(sql`
      select branch, told_at > asked_at as told from pull_requests
      where tenant = ${api.tenant.id} and due_at <= clock_timestamp() order by branch`)
    expect(rows.every(({ told }) => told)).toBe(true)
    return rows.map(({ branch }) => branch)
  })

const rowsNow = () =>
  inTenant(api.database, api.tenant.id, async (tx) => [
    ...(await tx.execute(sql`
      select * from pull_requests where tenant = ${api.tenant.id} order by branch`)),
  ])

/** As a pass of the publisher leaves it. */
const lookedAt = () =>
  inTenant(api.database, api.tenant.id, (tx) =>
    tx.execute(sql`
      update pull_requests set due_at = clock_timestamp() + interval '1 minute', asked_at = now()
      where tenant = ${api.tenant.id}`),
  )

type Sent = { readonly event: string; readonly body: object | string }

function send(hook: Hook, { event, body }: Sent, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const proof = deliveryHeaders(hook.host, hook.secret, text, { event })
  const options = { method: 'POST', text, headers: { ...proof, ...headers }, token: null }
  return api.call(`/hooks/${hook.id}`, options)
}

const pull = (host: GitHost, over: { base?: string; repository?: string } = {}) =>
  pullRequestOf(host, { repository: REPOSITORY, ...over })

const PUSH = { github: 'push', gitlab: 'Push Hook', 'azure-devops': '', gitea: 'push' } as const
const push = (host: GitHost, ref = 'refs/heads/prod'): Sent => ({
  event: PUSH[host],
  body: pushOf(host, { repository: REPOSITORY, ref }),
})

const told = ({ status, json }: Answer) => [status, json.branches, json.ignored]

describe.each(GIT_HOSTS)('what %s tells of the repository', (host) => {
  let hook: Hook
  beforeEach(async () => {
    hook = await makeHook(host)
    for (const branch of ['prod', 'qa']) await insertPull(branch)
  })

  it.each(HAPPENINGS)('has its branch looked at where a pull request is %s', async (happening) => {
    const event = pullRequestOf(host, { happening, repository: REPOSITORY })
    const answer = await send(hook, event)
    expect([answer.status, answer.json]).toEqual([
      202,
      { versions: [], branches: ['prod'], ignored: null },
    ])
    expect(await dueBranches()).toEqual(['prod'])
  })

  it('has a branch looked at where somebody pushes to it', async () => {
    expect(told(await send(hook, push(host)))).toEqual([202, ['prod'], null])
    expect(await dueBranches()).toEqual(['prod'])
  })

  it.each(['refs/heads/berth/prod', 'refs/heads/feature', 'refs/tags/prod'])(
    'is nothing where somebody pushes to %s',
    async (ref) => {
      const before = await rowsNow()
      expect(told(await send(hook, push(host, ref)))).toEqual([202, [], 'no_pull_request'])
      expect(await rowsNow()).toEqual(before)
    },
  )

  it('is nothing where it is another repository’s', async () => {
    const before = await rowsNow()
    const { event, body } = pull(host)
    const another = JSON.stringify(body).replaceAll('/ieb/gitops', '/ieb/another')
    expect(told(await send(hook, { event, body: another }))).toEqual([
      202,
      [],
      'another_repository',
    ])
    expect(await rowsNow()).toEqual(before)
  })

  it('is refused without the secret, touches no row and is in no audit', async () => {
    const before = [await rowsNow(), (await api.call('/audit?limit=1')).json.total]
    for (const secret of ['berth_hook_guessed', '']) {
      const answer = await send({ ...hook, secret }, pull(host))
      expect([answer.status, answer.json.code]).toEqual([401, 'bad_signature'])
    }
    expect([await rowsNow(), (await api.call('/audit?limit=1')).json.total]).toEqual(before)
    expect((await api.call('/hooks')).json.items[0].last_delivery_at).toBeNull()
  })

  it('that comes twice has it looked at once', async () => {
    const event = pull(host)
    await send(hook, event)
    const first = await rowsNow()
    expect(told(await send(hook, event))).toEqual([202, ['prod'], null])
    const second = await rowsNow()
    expect(second.map(({ due_at: at }) => at)).toEqual(first.map(({ due_at: at }) => at))
  })
})

describe('what the repository’s host tells', () => {
  let hook: Hook
  beforeEach(async () => {
    hook = await makeHook()
  })

  it('of no branch that is known has every branch looked at whose pull request isn’t merged', async () => {
    for (const branch of ['a', 'b']) await insertPull(branch)
    await insertPull('c', 'closed')
    await insertPull('d', 'merged')
    const { event, body } = pull('github')
    const answer = await send(hook, { event, body: { ...body, pull_request: null } })
    expect(told(answer)).toEqual([202, ['a', 'b', 'c'], null])
    expect(await dueBranches()).toEqual(['a', 'b', 'c'])
  })

  it('has 20 branches looked at and no more', async () => {
    for (let index = 0; index < 22; index += 1) await insertPull(`env-${index}`)
    const { event, body } = pull('github')
    const { json } = await send(hook, { event, body: { ...body, pull_request: null } })
    expect(json.branches).toHaveLength(20)
    expect(await dueBranches()).toHaveLength(20)
  })

  it('has a branch looked at whose pull request is over: somebody may have opened it again', async () => {
    await insertPull('prod', 'closed')
    await insertPull('qa', 'merged')
    expect(told(await send(hook, pull('github')))).toEqual([202, ['prod'], null])
    expect(told(await send(hook, push('github', 'refs/heads/qa')))).toEqual([202, ['qa'], null])
  })

  it.each<[string, Sent]>([
    ['a ping', { event: 'ping', body: { zen: 'Keep it simple.', hook_id: 1 } }],
    ['an issue', { event: 'issues', body: {} }],
    ['what it doesn’t name', { event: '', body: pushOf('github') }],
  ])('is taken and does nothing where it is %s', async (_, sent) => {
    await insertPull('prod')
    const before = await rowsNow()
    expect(told(await send(hook, sent))).toEqual([202, [], 'event'])
    expect(await rowsNow()).toEqual(before)
  })

  it('is nothing to a tenant whose repository Berth holds itself', async () => {
    api = await createTestApi()
    const other = await makeHook()
    expect(told(await send(other, pull('github')))).toEqual([202, [], 'another_repository'])
  })

  it('reaches no branch of the same name of another tenant', async () => {
    await insertPull('prod')
    const ours = api
    api = await createTestApi({ GITOPS_REPO_URL: `${REPOSITORY}.git` })
    await insertPull('prod')
    const theirs = await rowsNow()
    const theirApi = api
    api = ours
    expect(told(await send(hook, pull('github')))).toEqual([202, ['prod'], null])
    api = theirApi
    expect(await rowsNow()).toEqual(theirs)
  })

  it('is in no audit: it changes nothing', async () => {
    await insertPull('prod')
    const { total } = (await api.call('/audit?limit=1')).json
    await send(hook, pull('github'))
    expect((await api.call('/audit?limit=1')).json.total).toBe(total)
  })

  it('announces no version, whichever application follows the branch', async () => {
    await api.call('/teams', { body: { name: 'ieb' } })
    const application = {
      name: 'app1',
      description: '',
      repo_url: `${REPOSITORY}.git`,
      repo_branch: 'prod',
      repo_path: 'deploy',
      namespace: 'ieb',
      metadata: {},
      follow: 'versions',
    }
    expect((await api.call('/applications', { body: application })).status).toBe(201)
    await send(hook, push('github'))
    expect((await api.call('/applications/ieb/app1/versions')).json.items).toEqual([])
  })
})

describe('a flood of deliveries', () => {
  let hook: Hook
  beforeEach(async () => {
    hook = await makeHook()
    await insertPull('prod')
  })
  const dueIn = async () => {
    const [row] = await inTenant(api.database, api.tenant.id, (tx) =>
      tx.execute<{ seconds: number }>(sql`
        select extract(epoch from due_at - clock_timestamp())::float as seconds from pull_requests
        where tenant = ${api.tenant.id}`),
    )
    return row!.seconds
  }

  it('has a branch looked at once in five seconds, and once after the last of them', async () => {
    await send(hook, pull('github'))
    expect(await dueIn()).toBeLessThanOrEqual(0)
    await lookedAt()
    const [first] = await rowsNow()
    for (let count = 0; count < 20; count += 1) await send(hook, pull('github'))
    const [then] = await rowsNow()
    const apart = Date.parse(String(then!['due_at'])) - Date.parse(String(first!['told_at']))
    expect(apart).toBeGreaterThanOrEqual(5_000)
    expect(await dueIn()).toBeLessThanOrEqual(5)
  })

  it('never puts off a look that is due anyway', async () => {
    await send(hook, pull('github'))
    const due = async () => (await rowsNow()).map(({ due_at: at }) => at)
    const before = await due()
    for (let count = 0; count < 5; count += 1) await send(hook, pull('github'))
    expect(await due()).toEqual(before)
  })
})

describe('the publisher', () => {
  let heard: string[] = []
  let listener: Listener
  beforeAll(async () => {
    listener = await listen(inject('databaseUrl'), PUBLICATIONS_CHANNEL, (text) => heard.push(text))
  })
  afterAll(() => listener.close())

  it('is woken by the first of several deliveries, and by nothing that changes nothing', async () => {
    const hook = await makeHook()
    await insertPull('prod')
    heard = []
    await send({ ...hook, secret: 'guessed' }, pull('github'))
    await send(hook, pull('github', { base: 'feature' }))
    await send(hook, pull('github'))
    await send(hook, pull('github'))
    // What is told later comes later.
    const last = `${api.tenant.id}:last`
    await inTenant(api.database, api.tenant.id, (tx) =>
      tx.execute(sql`select pg_notify(${PUBLICATIONS_CHANNEL}, ${last})`),
    )
    await expect.poll(() => heard.includes(last)).toBe(true)
    expect(heard.filter((text) => text.startsWith(`${api.tenant.id}:`))).toEqual([
      `${api.tenant.id}:`,
      last,
    ])
  })
})

describe('a delivery to the hook of the repository', () => {
  it.each<[string, Sent, Record<string, string>, number, string]>([
    // case | sent | headers | status | code
    [
      'that says it has 200 MB',
      pull('github'),
      { 'content-length': String(200 * MIB) },
      413,
      'too_large',
    ],
    [
      'that is compressed',
      pull('github'),
      { 'content-encoding': 'gzip' },
      415,
      'unsupported_media_type',
    ],
    [
      'that is a form',
      pull('github'),
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'unsupported_media_type',
    ],
    ['that is no JSON', { event: 'push', body: '{"ref": ' }, {}, 400, 'malformed_json'],
    [
      'that names a key twice',
      { event: 'push', body: '{"a": 1, "a": 2}' },
      {},
      400,
      'duplicate_key',
    ],
    ['of no repository', { event: 'push', body: {} }, {}, 422, 'required'],
    ['of another host', { event: 'pull_request', body: pushOf('gitlab') }, {}, 422, 'required'],
  ])('%s is refused', async (_, sent, headers, status, code) => {
    const hook = await makeHook()
    await insertPull('prod')
    const before = await rowsNow()
    const answer = await send(hook, sent, headers)
    expect([answer.status, answer.json.code]).toEqual([status, code])
    expect(await rowsNow()).toEqual(before)
  })

  it.each([
    ['a branch that no database can hold', 'a\0b'],
    ['half a character', '\ud800'],
    ['a branch of a megabyte', 'x'.repeat(MIB)],
    ['a pattern', '%'],
    ['what ends a text', "'; drop table hooks; --"],
  ])('that names %s has nothing looked at', async (_, base) => {
    const hook = await makeHook()
    await insertPull('prod')
    expect(told(await send(hook, pull('github', { base })))).toEqual([202, [], 'no_pull_request'])
  })

  it('is not decompressed, and 200 MB that don’t say so are read no further than 5', async () => {
    const { id } = await makeHook()
    const text = new Uint8Array(gzipSync(Buffer.alloc(50 * MIB)))
    const headers = { 'content-encoding': 'gzip' }
    expect((await api.call(`/hooks/${id}`, { text, headers, token: null })).status).toBe(415)
    let read = 0
    const body = new ReadableStream({
      pull: (controller) => {
        read += MIB
        controller.enqueue(new Uint8Array(MIB))
        if (read === 200 * MIB) controller.close()
      },
    })
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    }
    const url = `https://berth.example.com/api/v1/hooks/${id}`
    expect((await answerApi(new Request(url, init))).status).toBe(413)
    expect(read).toBeLessThan(8 * MIB)
  })

  it('is noted at its hook', async () => {
    const hook = await makeHook()
    await send(hook, { event: 'ping', body: {} })
    const { last_delivery_at: at } = (await api.call('/hooks')).json.items[0]
    expect(Date.parse(at)).toBeGreaterThan(Date.now() - 120_000)
  })
})

describe('a hook of the repository', () => {
  it('has a secret that is answered once, and is in nothing else', async () => {
    const { secret, ...hook } = (await make()).json
    expect(secret).toMatch(/^berth_hook_[\w-]{43}$/)
    expect(hook).toMatchObject({ name: 'merges', namespace: null, last_delivery_at: null })
    expect((await api.call('/hooks')).json.items).toEqual([hook])
    for (const text of [
      (await api.call('/hooks?format=csv')).text,
      (await api.call('/audit')).text,
    ]) {
      expect(text).toContain(hook.id)
      expect(text).not.toContain(secret.slice('berth_hook_'.length))
    }
  })

  it('is made, seen and deleted by admins, seen by those who see the settings, and by no team', async () => {
    await api.call('/teams', { body: { name: 'ieb' } })
    const ofTeam = await api.token('contributor', { team: 'ieb' })
    const statuses = []
    for (const token of [await api.token('contributor'), await api.token('reader'), ofTeam]) {
      statuses.push((await make({}, token)).status)
    }
    expect(statuses).toEqual([403, 403, 404])
    const { id } = (await make()).json
    await make({ namespace: 'ieb', name: 'pushes' }, ofTeam)
    const names = async (query: string, token: string) => {
      const { items, total } = (await api.call(`/hooks${query}`, { token })).json
      return [...items.map(({ name }: { name: string }) => name), total]
    }
    const [admin, reader] = [await api.token('admin'), await api.token('reader')]
    expect(await names('', reader)).toEqual(['merges', 'pushes', 2])
    expect(await names('?of=repository', admin)).toEqual(['merges', 1])
    expect(await names('?namespace=ieb', admin)).toEqual(['pushes', 1])
    expect(await names('?namespace=ieb&of=repository', admin)).toEqual([0])
    expect(await names('', ofTeam)).toEqual(['pushes', 1])
    expect(await names('?of=repository', ofTeam)).toEqual([0])
    const remove = (token: string) => api.call(`/hooks/${id}`, { method: 'DELETE', token })
    expect((await remove(ofTeam)).status).toBe(404)
    expect((await remove(reader)).status).toBe(403)
    expect((await remove(admin)).status).toBe(204)
  })

  it('is replaced without a gap: both secrets hold until the old one is deleted', async () => {
    await insertPull('prod')
    const [old, fresh] = [await makeHook(), await makeHook()]
    expect(fresh.secret).not.toBe(old.secret)
    expect((await send({ ...old, secret: fresh.secret }, pull('github'))).status).toBe(401)
    for (const hook of [old, fresh]) expect((await send(hook, pull('github'))).status).toBe(202)
    await api.call(`/hooks/${old.id}`, { method: 'DELETE' })
    expect((await send(old, pull('github'))).status).toBe(404)
    expect((await send(fresh, pull('github'))).status).toBe(202)
  })

  it('is one of 20 at most, which are not those of teams', async () => {
    await api.call('/teams', { body: { name: 'ieb' } })
    for (let count = 0; count < 20; count += 1) expect((await make()).status).toBe(201)
    expect((await make()).json).toMatchObject({ status: 409, code: 'too_many' })
    expect((await make({ namespace: 'ieb' })).status).toBe(201)
  })

  it.each([
    // fields | status | code
    [{ namespace: undefined }, 422, 'required'],
    [{ namespace: '' }, 404, 'not_found'],
    [{ namespace: 1 }, 422, 'type'],
    [{ name: ' ' }, 422, 'required'],
    [{ host: 'bitbucket' }, 422, 'one_of'],
    [{ secret: 'mine' }, 422, 'unknown_field'],
  ])('with %j is refused', async (fields, status, code) => {
    const answer = await make(fields)
    expect([answer.status, answer.json.code]).toEqual([status, code])
  })

  it('is in the audit when it is made and deleted', async () => {
    const { id } = (await make()).json
    await api.call(`/hooks/${id}`, { method: 'DELETE' })
    const { items } = (await api.call('/audit')).json
    const ofHook = items.filter(({ object }: { object: string }) => object === `hook/${id}`)
    expect(ofHook.map(({ action }: { action: string }) => action)).toEqual([
      'hooks.delete',
      'hooks.create',
    ])
  })

  it('opens nothing but its own address', async () => {
    const { secret, id } = await makeHook()
    expect((await api.call('/clusters', { token: secret })).status).toBe(401)
    expect((await api.call(`/hooks/${randomUUID()}`, { body: {}, token: null })).status).toBe(404)
    const body = pull('github').body
    const answer = await api.call(`/hooks/${id}`, { body, token: await api.token('admin') })
    expect([answer.status, answer.json.code]).toEqual([401, 'bad_signature'])
  })
})
