// Git hosts that tell of pushes, over the API: which applications get versions of them, and what is refused.
import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { GIT_HOSTS, type GitHost } from '#lib/domain/git/push.ts'
import { type Answer, createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { documentOf } from '#lib/http/testing/bodies.ts'
import { COMMIT, deliveryHeaders, pushOf, type SentPush, ZEROS } from '#lib/http/testing/pushes.ts'
import { answerApi } from './routes.ts'

const REPOSITORY = 'https://git.example.com/ieb/app1'
const MIB = 1024 * 1024

const follower = {
  description: '',
  repo_url: `${REPOSITORY}.git`,
  repo_branch: 'main',
  repo_path: 'deploy',
  namespace: 'ieb',
  metadata: {},
  follow: 'versions',
}

const applications = [
  { ...follower, name: 'app1' },
  { ...follower, name: 'by-ssh', repo_url: 'git@git.example.com:IEB/app1.git', repo_path: 'more' },
  { ...follower, name: 'by-branch', follow: 'branch' },
  { ...follower, name: 'released', repo_branch: 'release' },
  { ...follower, name: 'apart', repo_url: 'https://git.example.com/ieb/app2.git' },
  { ...follower, name: 'app1', namespace: 'other' },
]

async function createFleet(): Promise<TestApi> {
  const api = await createTestApi()
  for (const name of ['ieb', 'other']) await api.call('/teams', { body: { name } })
  for (const body of applications) {
    const { status, text } = await api.call('/applications', { body })
    expect(status, text).toBe(201)
  }
  return api
}

type Hook = { readonly id: string; readonly host: GitHost; readonly secret: string }

async function makeHook(api: TestApi, over: object = {}): Promise<Hook> {
  const body = { name: 'pushes', namespace: 'ieb', host: 'github', ...over }
  const { status, text, json } = await api.call('/hooks', { body })
  expect(status, text).toBe(201)
  return json
}

type Over = {
  readonly text?: string
  readonly event?: string
  readonly delivery?: string
  readonly headers?: Record<string, string>
}

function deliver(
  api: TestApi,
  { id, host, secret }: Hook,
  push: SentPush = {},
  { text, headers, ...named }: Over = {},
): Promise<Answer> {
  const delivery = named.delivery ?? randomUUID()
  const body = text ?? JSON.stringify(pushOf(host, { repository: REPOSITORY, delivery, ...push }))
  const proof = deliveryHeaders(host, secret, body, { ...named, delivery })
  const options = { method: 'POST', text: body, headers: { ...proof, ...headers }, token: null }
  return api.call(`/hooks/${id}`, options)
}

const versionsOf = async (api: TestApi, application: string) =>
  (await api.call(`/applications/${application}/versions`)).json.items

const countVersions = (api: TestApi) =>
  inTenant(api.database, api.tenant.id, async (tx) => {
    const [row] = await tx.execute(sql`
      select count(*)::int as count from announced_versions where tenant = ${api.tenant.id}`)
    return row?.['count']
  })

const actionsOf = async (api: TestApi, hook: Hook) => {
  const { items } = (await api.call(`/audit?actor=${hook.id}`)).json
  return items
    .map(({ action, object, result }: Record<string, string>) => [action, object, result])
    .toReversed()
}

let api: TestApi
beforeEach(async () => {
  api = await createFleet()
})

describe('a push', () => {
  it.each(GIT_HOSTS)('told by %s becomes versions of those who follow its branch', async (host) => {
    const hook = await makeHook(api, { host })
    const answer = await deliver(api, hook)
    expect([answer.status, answer.json]).toEqual([
      202,
      {
        versions: ['app1', 'by-ssh'].map((application) => ({
          namespace: 'ieb',
          application,
          number: 1,
          commit: COMMIT,
        })),
        branches: [],
        ignored: null,
      },
    ])
    expect(await versionsOf(api, 'ieb/app1')).toMatchObject([
      {
        number: 1,
        commit: COMMIT,
        name: null,
        repo_url: `${REPOSITORY}.git`,
        repo_path: 'deploy',
        targets: {},
        announced_by: { kind: 'token', id: hook.id, name: 'pushes' },
      },
    ])
    for (const name of ['ieb/by-branch', 'ieb/released', 'ieb/apart', 'other/app1']) {
      expect(await versionsOf(api, name), name).toEqual([])
    }
  })

  it('becomes a whole version, with the directories of the application’s targets', async () => {
    await api.call('/environments', { body: { name: 'prod' } })
    const target = { name: 'early', environment: 'prod', repo_path: 'deploy/early' }
    const saved = await api.call('/applications/ieb/app1', {
      method: 'PATCH',
      body: { targets: [target] },
      headers: { 'if-match': '*' },
    })
    expect(saved.status, saved.text).toBe(200)
    const hook = await makeHook(api)
    await deliver(api, hook)
    expect(await versionsOf(api, 'ieb/app1')).toMatchObject([
      { targets: { early: 'deploy/early' } },
    ])
    await deliver(api, hook)
    expect(await versionsOf(api, 'ieb/app1')).toHaveLength(1)
  })

  it('is told to the teams of a repository each by a hook of its own', async () => {
    await deliver(api, await makeHook(api, { namespace: 'other' }))
    expect(await versionsOf(api, 'other/app1')).toHaveLength(1)
    expect(await versionsOf(api, 'ieb/app1')).toEqual([])
  })

  it('reaches no other tenant, where team and application are called the same', async () => {
    const elsewhere = await createFleet()
    await deliver(api, await makeHook(api))
    expect(await countVersions(elsewhere)).toBe(0)
    expect(await countVersions(api)).toBe(2)
  })

  it('is in the audit: what the hook announced, and that it was called', async () => {
    const hook = await makeHook(api)
    await deliver(api, hook)
    expect(await actionsOf(api, hook)).toEqual([
      ['hooks.receive', `hook/${hook.id}`, 'accepted'],
      ['versions.announce', 'version/ieb/app1/1', 'accepted'],
      ['versions.announce', 'version/ieb/by-ssh/1', 'accepted'],
    ])
  })

  it('that comes twice does nothing the second time, whatever has changed since', async () => {
    const hook = await makeHook(api)
    const delivery = randomUUID()
    await deliver(api, hook, {}, { delivery })
    const patch = {
      method: 'PATCH',
      body: { repo_path: 'elsewhere' },
      headers: { 'if-match': '*' },
    }
    expect((await api.call('/applications/ieb/app1', patch)).status).toBe(200)
    const again = await deliver(api, hook, {}, { delivery })
    expect([again.status, again.json]).toEqual([
      202,
      { versions: [], branches: [], ignored: 'repeated' },
    ])
    expect(await countVersions(api)).toBe(2)
    // Told anew, it is another source.
    await deliver(api, hook)
    expect(await versionsOf(api, 'ieb/app1')).toMatchObject([
      { number: 2, repo_path: 'elsewhere' },
      { number: 1, repo_path: 'deploy' },
    ])
  })

  it('of a commit that was announced before is that version', async () => {
    const body = { commit: COMMIT, name: 'v1' }
    await api.call('/applications/ieb/app1/versions', { body })
    const { json } = await deliver(api, await makeHook(api))
    expect(json.versions[0]).toMatchObject({ application: 'app1', number: 1 })
    expect(await versionsOf(api, 'ieb/app1')).toMatchObject([{ number: 1, name: 'v1' }])
  })

  it.each<[string, SentPush, Over, string]>([
    // case | push | over | ignored
    ['that deletes the branch', { commit: ZEROS }, {}, 'nobody_follows'],
    ['of a tag', { ref: 'refs/tags/v1' }, {}, 'nobody_follows'],
    ['of another branch', { ref: 'refs/heads/try' }, {}, 'nobody_follows'],
    ['of another repository', { repository: 'https://git.example.com/x/y' }, {}, 'nobody_follows'],
    ['that is a ping', {}, { event: 'ping', text: '{"zen": "Keep it simple."}' }, 'event'],
    ['that is a pull request', {}, { event: 'pull_request' }, 'event'],
    ['without an event', {}, { headers: { 'X-GitHub-Event': '' } }, 'event'],
  ])('%s is taken, and does nothing', async (_, push, over, ignored) => {
    const hook = await makeHook(api)
    const answer = await deliver(api, hook, push, over)
    expect([answer.status, answer.json]).toEqual([202, { versions: [], branches: [], ignored }])
    expect(await countVersions(api)).toBe(0)
    expect(await actionsOf(api, hook)).toEqual([])
  })

  it('of Azure DevOps that is another event is taken, and does nothing', async () => {
    const hook = await makeHook(api, { host: 'azure-devops' })
    const text = JSON.stringify({ id: randomUUID(), eventType: 'build.complete', resource: {} })
    expect((await deliver(api, hook, {}, { text })).json.ignored).toBe('event')
  })

  it('of more applications than others can wait for is refused whole', async () => {
    const many = Array.from({ length: 200 }, (_, index) =>
      documentOf('application', { ...follower, name: `many-${index}` }),
    )
    expect((await api.call('/apply', { body: many })).status).toBe(200)
    const answer = await deliver(api, await makeHook(api))
    expect([answer.status, answer.json.code]).toEqual([409, 'too_many'])
    expect(await countVersions(api)).toBe(0)
  })
})

describe('what is not sent with the secret of a hook', () => {
  it.each(GIT_HOSTS)('is refused to %s, does nothing and is in no audit', async (host) => {
    const hook = await makeHook(api, { host })
    const { json } = await api.call('/audit?limit=1')
    for (const secret of ['berth_hook_guessed', '']) {
      const answer = await deliver(api, { ...hook, secret })
      expect([answer.status, answer.json.code]).toEqual([401, 'bad_signature'])
    }
    expect(await countVersions(api)).toBe(0)
    expect((await api.call('/audit?limit=1')).json.total).toBe(json.total)
  })

  it('is refused with the secret of another hook', async () => {
    const [hook, { secret }] = [await makeHook(api), await makeHook(api, { namespace: 'other' })]
    expect((await deliver(api, { ...hook, secret })).status).toBe(401)
  })

  it('is refused with a token, even an admin’s', async () => {
    const { id } = await makeHook(api)
    const body = pushOf('github', { repository: REPOSITORY })
    for (const token of [await api.token('admin'), await api.token('announcer', { team: 'ieb' })]) {
      const answer = await api.call(`/hooks/${id}`, { body, token })
      expect([answer.status, answer.json.code]).toEqual([401, 'bad_signature'])
    }
  })

  it('is found nowhere, once the hook or its team is deleted', async () => {
    const hook = await makeHook(api)
    const ofOther = await makeHook(api, { namespace: 'other' })
    const remove = { method: 'DELETE', headers: { 'if-match': '*' } }
    expect((await api.call(`/hooks/${hook.id}`, remove)).status).toBe(204)
    expect((await api.call(`/hooks/${hook.id}`, remove)).status).toBe(404)
    await api.call('/applications/other/app1', remove)
    expect((await api.call('/teams/other', remove)).status).toBe(204)
    for (const id of [hook.id, ofOther.id, randomUUID(), 'x', "'; drop"]) {
      const answer = await deliver(api, { ...hook, id: encodeURIComponent(id) })
      expect(answer.status, id).toBe(404)
    }
    expect((await api.call('/hooks')).json).toMatchObject({ items: [], total: 0 })
  })
})

describe('a delivery', () => {
  const huge = (host: GitHost) => JSON.stringify({ ...pushOf(host), padding: 'x'.repeat(5 * MIB) })

  it.each<[string, Over, number, string]>([
    // case | over | status | code
    ['that is too large', { text: huge('github') }, 413, 'too_large'],
    ['that says it is', { headers: { 'content-length': String(200 * MIB) } }, 413, 'too_large'],
    [
      'that is compressed',
      { headers: { 'content-encoding': 'gzip' } },
      415,
      'unsupported_media_type',
    ],
    [
      'that is a form',
      { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'unsupported_media_type',
    ],
    ['that is no JSON', { text: '{"ref": ' }, 400, 'malformed_json'],
    ['that is empty', { text: '' }, 400, 'malformed_json'],
    ['that names a key twice', { text: '{"ref": "a", "ref": "b"}' }, 400, 'duplicate_key'],
    ['of another host', { text: JSON.stringify(pushOf('gitlab')) }, 422, 'required'],
    [
      'that names a branch for a commit',
      { text: JSON.stringify(pushOf('github', { commit: 'main' })) },
      422,
      'bad_commit',
    ],
  ])('%s is refused', async (_, over, status, code) => {
    const hook = await makeHook(api)
    const answer = await deliver(api, hook, {}, over)
    expect([answer.status, answer.json.code]).toEqual([status, code])
    expect(await countVersions(api)).toBe(0)
  })

  it('is not decompressed, however small it is', async () => {
    const { id } = await makeHook(api)
    const text = new Uint8Array(gzipSync(Buffer.alloc(50 * MIB)))
    const headers = { 'content-encoding': 'gzip' }
    expect((await api.call(`/hooks/${id}`, { text, headers, token: null })).status).toBe(415)
  })

  it('of 200 MB that doesn’t say so is read no further than 5', async () => {
    const { id } = await makeHook(api)
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

  it('of some megabytes is taken', async () => {
    const text = JSON.stringify({
      ...pushOf('github', { repository: REPOSITORY }),
      padding: 'x'.repeat(4 * MIB),
    })
    expect((await deliver(api, await makeHook(api), {}, { text })).json.ignored).toBeNull()
  })

  it('with a name of any length is taken', async () => {
    const hook = await makeHook(api)
    for (const delivery of ['x'.repeat(8000), '\u00e9', ' ']) {
      expect((await deliver(api, hook, {}, { delivery })).status).toBe(202)
    }
  })

  it('is noted at its hook, if it has the secret', async () => {
    const hook = await makeHook(api)
    const noted = async () => (await api.call('/hooks')).json.items[0].last_delivery_at
    await deliver(api, { ...hook, secret: 'another' })
    expect(await noted()).toBeNull()
    await deliver(api, hook, {}, { event: 'ping' })
    expect(Date.parse(await noted())).toBeGreaterThan(Date.now() - 120_000)
  })
})

const make = (over: object, token?: string) =>
  api.call('/hooks', {
    body: { name: 'pushes', namespace: 'ieb', host: 'github', ...over },
    ...(token !== undefined && { token }),
  })

describe('a hook', () => {
  it('has a secret that is answered once, and is in nothing else', async () => {
    const answer = await make({})
    const { secret, ...hook } = answer.json
    expect(secret).toMatch(/^berth_hook_[\w-]{43}$/)
    expect(hook).toMatchObject({
      name: 'pushes',
      namespace: 'ieb',
      host: 'github',
      url: `https://berth.example.com/api/v1/hooks/${hook.id}`,
      last_delivery_at: null,
    })
    expect((await api.call('/hooks')).json.items).toEqual([hook])
    const rows = await inTenant(api.database, api.tenant.id, (tx) =>
      tx.execute(sql`
        select row_to_json(h)::text as row from hooks h
        union all select row_to_json(a)::text from audit_events a`),
    )
    for (const text of [JSON.stringify(rows), (await api.call('/hooks?format=csv')).text]) {
      expect(text).toContain(hook.id)
      expect(text).not.toContain(secret.slice('berth_hook_'.length))
    }
  })

  it('is made for a team by those who write its applications, and seen by those who see it', async () => {
    const contributor = await api.token('contributor', { team: 'ieb' })
    const other = await api.token('contributor', { team: 'other' })
    expect((await make({}, contributor)).status).toBe(201)
    expect((await make({}, other)).status).toBe(404)
    expect((await make({}, await api.token('reader'))).status).toBe(403)
    expect((await make({ namespace: 'other', name: 'theirs' }, other)).status).toBe(201)
    const names = async (query: string, token: string) => {
      const { items, total } = (await api.call(`/hooks${query}`, { token })).json
      return [...items.map(({ name }: { name: string }) => name), total]
    }
    expect(await names('', contributor)).toEqual(['pushes', 1])
    expect(await names('?namespace=other', contributor)).toEqual([0])
    expect(await names('', await api.token('reader'))).toEqual(['pushes', 'theirs', 2])
    expect(await names('?namespace=other', await api.token('reader'))).toEqual(['theirs', 1])
  })

  it.each([
    // fields | status | code
    [{ name: ' ' }, 422, 'required'],
    [{ name: 'x'.repeat(101) }, 422, 'too_long'],
    [{ host: 'bitbucket' }, 422, 'one_of'],
    [{ secret: 'mine' }, 422, 'unknown_field'],
    [{ namespace: 'absent' }, 404, 'not_found'],
    [{ namespace: 'a\0b' }, 404, 'not_found'],
    [{ namespace: '\ud800' }, 404, 'not_found'],
  ])('with %j is refused', async (fields, status, code) => {
    const answer = await make(fields)
    expect([answer.status, answer.json.code]).toEqual([status, code])
  })

  it('is one of 20 at most of a team', async () => {
    for (let count = 0; count < 20; count += 1) expect((await make({})).status).toBe(201)
    expect((await make({})).json).toMatchObject({ status: 409, code: 'too_many' })
    expect((await make({ namespace: 'other' })).status).toBe(201)
  })
})

describe('the rate of a hook', () => {
  let limited: TestApi
  beforeAll(async () => {
    limited = await createTestApi({ BERTH_RATE_BURST: '3', BERTH_RATE_PER_SECOND: '1' })
    const admin = await limited.token('admin')
    expect((await limited.call('/teams', { body: { name: 'ieb' }, token: admin })).status).toBe(201)
  })

  it('is its own: others are answered while it must wait', async () => {
    const makeLimited = async () => {
      const token = await limited.token('admin')
      const body = { name: 'pushes', namespace: 'ieb', host: 'github' }
      return (await limited.call('/hooks', { body, token })).json as Hook
    }
    const [hook, other] = [await makeLimited(), await makeLimited()]
    // Whoever knows its address without its secret is counted, too.
    const guess = () => deliver(limited, { ...hook, secret: 'guessed' })
    let { status } = await guess()
    for (let count = 0; status === 401 && count < 100; count += 1) status = (await guess()).status
    expect(status).toBe(429)
    expect((await deliver(limited, other)).status).toBe(202)
  })
})
