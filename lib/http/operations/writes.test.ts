import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { closeDatabase, inTenant, openDatabase } from '#db/client.ts'
import { byKind, KINDS } from '#lib/domain/objects/kinds.ts'
import { createTestApi, type Answer, type Call, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, kinds, policy, team } from '#lib/http/testing/bodies.ts'
import { countRows } from '#lib/http/testing/rows.ts'

let api: TestApi
const ANY = { 'if-match': '*' }
const itemOf = byKind((kind) => kinds[kind].item(kinds[kind].body.name))

const edit = (path: string, body: unknown, call: Call = {}) =>
  api.call(path, { method: 'PATCH', body, ...call, headers: { ...ANY, ...call.headers } })
const changeOf = (answer: Answer) => answer.headers.get('berth-change')

/** One object of each kind, by change 1. */
async function createFleet() {
  api = await createTestApi()
  const body = KINDS.map((kind) => documentOf(kind, kinds[kind].body))
  expect(await api.call('/apply', { body })).toMatchObject({ status: 200 })
}

describe('each kind', () => {
  beforeEach(createFleet)

  it.each(KINDS)('%s: create, read, replace, patch, delete', async (kind) => {
    const { collection, body } = kinds[kind]
    const path = itemOf[kind].replace(body.name, 'fresh')
    const created = await api.call(collection, { body: { ...body, name: 'fresh' } })
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toBe(`/api/v1${path}`)
    expect(changeOf(created)).toBe('2')
    const read = await api.call(path)
    // What runs is only read.
    expect(read.json).toMatchObject(created.json)
    expect(read.headers.get('etag')).toBe(created.headers.get('etag'))

    const same = await api.call(path, {
      method: 'PUT',
      body: read.json,
      headers: { 'if-match': read.headers.get('etag')! },
    })
    expect(same).toMatchObject({ status: 200, text: created.text })
    expect(changeOf(same)).toBeNull()
    expect(same.headers.get('etag')).toBe(read.headers.get('etag'))

    const replaced = await api.call(path, {
      method: 'PUT',
      body: { ...body, name: 'fresh', description: 'other', status: { change: 999 } },
      headers: { 'if-match': read.headers.get('etag')! },
    })
    expect(replaced).toMatchObject({
      status: 200,
      json: { description: 'other', status: { change: 3 } },
    })
    expect(replaced.headers.get('etag')).not.toBe(read.headers.get('etag'))
    const patched = await edit(path, { description: 'third' })
    expect(patched).toMatchObject({ status: 200, json: { description: 'third' } })
    expect((await edit(path, { description: 'third' })).headers.has('berth-change')).toBe(false)

    const gone = await api.call(path, { method: 'DELETE', headers: ANY })
    expect(gone).toMatchObject({ status: 204, text: '' })
    expect(changeOf(gone)).toBe('5')
    expect(await api.call(path)).toMatchObject({ status: 404, json: { code: 'not_found' } })
    expect(await api.call(path, { method: 'DELETE', headers: ANY })).toMatchObject({ status: 404 })
  })

  it.each(KINDS)('%s: a name that is taken, and one that never changes', async (kind) => {
    const { collection, body } = kinds[kind]
    expect(await api.call(collection, { body })).toMatchObject({
      status: 409,
      json: { code: 'name_taken', errors: [{ pointer: '/name' }] },
    })
    const renamed = {
      status: 422,
      json: { code: 'name_immutable', errors: [{ pointer: '/name' }] },
    }
    expect(await edit(itemOf[kind], { name: 'other' })).toMatchObject(renamed)
    expect(
      await api.call(itemOf[kind], {
        method: 'PUT',
        body: { ...body, name: 'other' },
        headers: ANY,
      }),
    ).toMatchObject(renamed)
  })

  it('an application never changes its team', async () => {
    await api.call('/teams', { body: { name: 'other' } })
    expect(await edit(itemOf.application, { namespace: 'other' })).toMatchObject({
      status: 422,
      json: { code: 'name_immutable' },
    })
  })

  it('a team stays while it owns applications, and its name is held after it', async () => {
    const refused = await api.call('/teams/ieb', { method: 'DELETE', headers: ANY })
    expect(refused).toMatchObject({ status: 409, json: { code: 'team_in_use' } })
    await api.call(itemOf.application, { method: 'DELETE', headers: ANY })
    expect(await api.call('/teams/ieb', { method: 'DELETE', headers: ANY })).toMatchObject({
      status: 204,
    })
    expect(await api.call('/teams', { body: team })).toMatchObject({
      status: 409,
      json: { code: 'name_held' },
    })
    expect(await api.call('/teams?freeName=true', { body: team })).toMatchObject({ status: 201 })
  })

  it('an application and a policy need their team', async () => {
    for (const kind of ['application', 'target-policy'] as const) {
      const body = { ...kinds[kind].body, name: 'fresh', namespace: 'absent' }
      expect(await api.call(kinds[kind].collection, { body })).toMatchObject({
        status: 422,
        json: { code: 'team_unknown', errors: [{ pointer: '/namespace' }] },
      })
    }
  })
})

describe('preconditions', () => {
  beforeAll(createFleet)

  it('a known state is not sent again', async () => {
    const { headers } = await api.call(itemOf.team)
    const etag = headers.get('etag')!
    for (const value of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await api.call(itemOf.team, { headers: { 'if-none-match': value } })
      expect(answer).toMatchObject({ status: 304, text: '' })
      expect(answer.headers.get('etag')).toBe(etag)
    }
    expect(await api.call(itemOf.team, { headers: { 'if-none-match': '"0"' } })).toMatchObject({
      status: 200,
    })
  })

  it.each(['cluster', 'application'] as const)(
    'what runs of %s can be another with the same state',
    async (kind) => {
      const etag = (await api.call(itemOf[kind])).headers.get('etag')!
      const answer = await api.call(itemOf[kind], { headers: { 'if-none-match': etag } })
      expect(answer).toMatchObject({ status: 200, json: { status: { counts: { unknown: 1 } } } })
      expect(answer.headers.get('etag')).toBe(etag)
    },
  )

  it.each(['PUT', 'PATCH', 'DELETE'])('%s needs the current state, or any', async (method) => {
    const body = method === 'PUT' ? cluster : method === 'PATCH' ? { description: 'x' } : undefined
    const etag = (await api.call(itemOf.cluster)).headers.get('etag')!
    const answer = async (value: string | null) =>
      (
        await api.call(`${itemOf.cluster}?dryRun=true`, {
          method,
          body,
          headers: value === null ? {} : { 'if-match': value },
        })
      ).status
    expect(await answer(null)).toBe(428)
    expect(await answer('"999"')).toBe(412)
    expect(await answer(`W/${etag}`)).toBe(412)
    expect(await answer(etag.slice(1))).toBe(400)
    expect(await answer(etag)).toBe(200)
    expect(await answer(`"999", ${etag}`)).toBe(200)
    expect(await answer('*')).toBe(200)
  })

  it('an edit of whatever is there is told apart in the history', async () => {
    const any = changeOf(await edit(itemOf.cluster, { description: 'any' }))
    expect((await api.call(`/changes/${any}`)).json.impact).toMatchObject({ unconditional: true })
    const etag = (await api.call(itemOf.cluster)).headers.get('etag')!
    const known = changeOf(
      await edit(itemOf.cluster, { description: 'known' }, { headers: { 'if-match': etag } }),
    )
    expect((await api.call(`/changes/${known}`)).json.impact).not.toHaveProperty('unconditional')
  })

  it('of 50 edits of one state, one is kept', async () => {
    const etag = (await api.call(itemOf.cluster)).headers.get('etag')!
    const before = await countRows(api)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        api.call(itemOf.cluster, {
          method: 'PUT',
          body: { ...cluster, description: `edit ${index}` },
          headers: { 'if-match': etag },
        }),
      ),
    )
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b)
    expect(statuses).toEqual([200, ...Array(49).fill(412)])
    expect((await countRows(api))['changes']).toBe(before['changes']! + 1)
  })
})

describe('merge patches', () => {
  beforeAll(createFleet)

  it('null removes a label, and what is left out stays', async () => {
    const { json } = await edit(itemOf.cluster, { metadata: { gpu: null, zone: 'a' } })
    const { gpu: _, ...kept } = cluster.metadata
    expect(json).toMatchObject({ description: cluster.description })
    expect(json.metadata).toEqual({ ...kept, zone: 'a' })
  })

  it('null puts a field back to what it is without one', async () => {
    await edit(itemOf.team, {
      quota: { pods: '5' },
      cluster_boundary: 'region=east',
      network: 'open',
    })
    const { json } = await edit(itemOf.team, { quota: null, cluster_boundary: null, network: null })
    expect(json).toMatchObject({ network: 'namespace' })
    expect(json).not.toHaveProperty('quota')
    expect(json).not.toHaveProperty('cluster_boundary')
  })

  it.each([null, [], 'x', 1, true])('%j is none', async (body) => {
    const text = JSON.stringify(body)
    expect(await edit(itemOf.cluster, undefined, { text })).toMatchObject({
      status: 422,
      json: { code: 'type', errors: [{ pointer: '' }] },
    })
  })

  it('is welcome under its own media type', async () => {
    const headers = { 'content-type': 'application/merge-patch+json' }
    expect(await edit(itemOf.cluster, { description: 'x' }, { headers })).toMatchObject({
      status: 200,
    })
    expect(await api.call('/clusters', { body: { name: 'c' }, headers })).toMatchObject({
      status: 415,
    })
  })
})

/** Makes the remembered outcomes older, as the owner: the application's role may not change a row. */
async function age(by: string) {
  const owner = openDatabase(inject('ownerUrl'), { max: 1 })
  await inTenant(owner, api.tenant.id, (tx) =>
    tx.execute(sql`update idempotency_keys set created_at = created_at - ${sql.raw(by)}
      where tenant = ${api.tenant.id}`),
  )
  await closeDatabase(owner)
}

describe('idempotency keys', () => {
  beforeEach(createFleet)
  const key = { 'idempotency-key': 'k1' }

  it.each([
    ['create', { path: '/clusters', body: { name: 'fresh' } }],
    ['replace', { path: itemOf.cluster, method: 'PUT', body: { ...cluster, description: 'x' } }],
    ['patch', { path: itemOf.cluster, method: 'PATCH', body: { description: 'x' } }],
    ['delete', { path: itemOf.cluster, method: 'DELETE' }],
    ['apply', { path: '/apply', body: documentOf('cluster', { name: 'fresh' }) }],
  ] as const)('make a retried %s have one effect', async (_, { path, ...call }) => {
    const etag = (await api.call(itemOf.cluster)).headers.get('etag')!
    const send = () => api.call(path, { ...call, headers: { 'if-match': etag, ...key } })
    const before = await countRows(api)
    const first = await send()
    for (let retry = 0; retry < 5; retry += 1) {
      const again = await send()
      expect([again.status, again.text]).toEqual([first.status, first.text])
      for (const name of ['berth-change', 'etag', 'location']) {
        expect(again.headers.get(name)).toBe(first.headers.get(name))
      }
    }
    expect(first.headers.has('berth-change')).toBe(true)
    expect((await countRows(api))['changes']).toBe(before['changes']! + 1)
  })

  it('hold when the retries come together', async () => {
    const before = await countRows(api)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        api.call('/clusters', { body: { name: 'fresh' }, headers: key }),
      ),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect((await countRows(api))['changes']).toBe(before['changes']! + 1)
  })

  it('are refused for another request', async () => {
    await api.call('/clusters', { body: { name: 'fresh' }, headers: key })
    for (const path of ['/clusters', '/clusters?confirmRemovals=1']) {
      const body = path === '/clusters' ? { name: 'other' } : { name: 'fresh' }
      expect(await api.call(path, { body, headers: key })).toMatchObject({
        status: 422,
        json: { code: 'idempotency_key_reused' },
      })
    }
  })

  it('are of one principal and one route', async () => {
    await api.call('/clusters', { body: { name: 'fresh' }, headers: key })
    const token = await api.token('admin')
    const other = await api.call('/clusters', { body: { name: 'fresh' }, headers: key, token })
    expect(other).toMatchObject({ status: 409, json: { code: 'name_taken' } })
    expect(await edit(itemOf.cluster, { description: 'y' }, { headers: key })).toMatchObject({
      status: 200,
    })
    expect(await edit('/clusters/fresh', { description: 'y' }, { headers: key })).toMatchObject({
      status: 200,
    })
  })

  it('are forgotten after 24 hours', async () => {
    await api.call('/clusters', { body: { name: 'fresh' }, headers: key })
    await age("interval '23 hours 59 minutes'")
    const soon = await api.call('/clusters', { body: { name: 'fresh' }, headers: key })
    expect(soon).toMatchObject({ status: 201 })
    await age("interval '2 minutes'")
    const again = await api.call('/clusters', { body: { name: 'fresh' }, headers: key })
    expect(again).toMatchObject({ status: 409, json: { code: 'name_taken' } })
    const other = await api.call('/clusters', { body: { name: 'second' }, headers: key })
    expect(other).toMatchObject({ status: 201 })
  })

  it('remember no dry run and no refusal', async () => {
    const body = { name: 'fresh' }
    expect(await api.call('/clusters?dryRun=true', { body, headers: key })).toMatchObject({
      status: 200,
    })
    expect(await api.call('/clusters', { body: { name: 'A' }, headers: key })).toMatchObject({
      status: 422,
    })
    expect(await api.call('/clusters', { body, headers: key })).toMatchObject({ status: 201 })
  })
})

describe('a dry run', () => {
  beforeAll(createFleet)

  const writes: readonly (readonly [string, string, string, unknown])[] = [
    // case | method | path | body
    ...KINDS.flatMap((kind) => {
      const { collection, body } = kinds[kind]
      return [
        [`create ${kind}`, 'POST', collection, { ...body, name: `fresh-${kind}` }],
        [`replace ${kind}`, 'PUT', itemOf[kind], { ...body, description: 'replaced' }],
        [`patch ${kind}`, 'PATCH', itemOf[kind], { description: 'patched' }],
      ] as const
    }),
    ['relabel', 'PATCH', itemOf.cluster, { metadata: { region: 'west' } }],
    ['label back', 'PATCH', itemOf.cluster, { metadata: { region: 'east' } }],
    ['new version', 'PATCH', itemOf.application, { repo_branch: 'v2' }],
    ['suspend', 'PATCH', itemOf['target-policy'], { suspended: true }],
    ['resume', 'PATCH', itemOf['target-policy'], { suspended: false }],
    ['apply', 'POST', '/apply', [documentOf('cluster', { ...cluster, name: 'applied' })]],
    ['delete policy', 'DELETE', itemOf['target-policy'], undefined],
    ['delete application', 'DELETE', itemOf.application, undefined],
    ['delete cluster', 'DELETE', itemOf.cluster, undefined],
  ]

  it.each(writes)(
    '%s: changes nothing, and says what the save then does',
    async (_, method, path, body) => {
      const before = await countRows(api)
      const dry = await api.call(`${path}?dryRun=true&include=diff`, { method, body, headers: ANY })
      expect(dry.status, dry.text).toBe(200)
      expect(dry.headers.has('berth-change')).toBe(false)
      expect(await countRows(api)).toEqual(before)
      const { digest, placements, confirmRemovals } = dry.json
      const saved = await api.call(`${path}?confirmRemovals=${confirmRemovals ?? 0}`, {
        method,
        body,
        headers: { ...ANY, 'berth-impact': digest },
      })
      expect(saved.status, saved.text).toBeLessThan(300)
      const change = await api.call(`/changes/${changeOf(saved)}`)
      expect(change.json.impact.digest).toBe(digest)
      expect(change.json.impact.placements).toEqual(placements)
      expect(change.json.impact.files).toEqual(dry.json.files)
      expect(change.json.publications.map(({ branch }: { branch: string }) => branch)).toEqual(
        dry.json.branches,
      )
    },
  )
})

const suspend = (query = '', headers = {}) =>
  edit(`/target-policies/everywhere${query}`, { suspended: true }, { headers })

const wide = { ...policy, name: 'everywhere', app_selector: '*', cluster_selector: '*' }
const names = Array.from({ length: 130 }, (_, index) => `c-${String(index).padStart(3, '0')}`)

/** An application on more clusters than may lose or change it unconfirmed. */
async function createWideFleet() {
  api = await createTestApi()
  const documents = [
    documentOf('team', team),
    documentOf('application', application),
    documentOf('target-policy', wide),
    ...names.map((name) => documentOf('cluster', { name, metadata: { name } })),
  ]
  expect(await api.call('/apply', { body: documents })).toMatchObject({ status: 200 })
}

describe('the guard', () => {
  beforeEach(createWideFleet)

  it('refuses in order: 428, 412, impact_changed, removals', async () => {
    const before = await countRows(api)
    const path = '/target-policies/everywhere'
    const bare = await api.call(path, {
      method: 'PATCH',
      body: { suspended: true },
      headers: { 'berth-impact': 'old' },
    })
    expect(bare.status).toBe(428)
    expect((await suspend('', { 'if-match': '"9"', 'berth-impact': 'old' })).status).toBe(412)
    const changed = await suspend('', { 'berth-impact': 'old' })
    expect(changed).toMatchObject({
      status: 409,
      json: {
        code: 'impact_changed',
        impact: { placements: { removed: 130 }, confirmRemovals: 130 },
      },
    })
    const digest: string = changed.json.impact.digest
    const removals = await suspend('', { 'berth-impact': digest })
    expect(removals).toMatchObject({
      status: 409,
      json: { code: 'removals_need_confirmation', impact: { digest, confirmRemovals: 130 } },
    })
    for (const number of [129, 131, 0]) {
      expect((await suspend(`?confirmRemovals=${number}`)).json.code).toBe(
        'removals_need_confirmation',
      )
    }
    expect(await countRows(api)).toEqual(before)
    expect((await suspend('?confirmRemovals=130', { 'berth-impact': digest })).status).toBe(200)
  })

  it('refuses many changes after many removals', async () => {
    const documents = [
      documentOf('application', { ...application, repo_branch: 'v2' }),
      documentOf('target-policy', {
        ...wide,
        cluster_selector: `name notin (${names.slice(0, 21).join(',')})`,
      }),
    ]
    const send = (query: string) => api.call(`/apply${query}`, { body: documents })
    expect((await send('')).json.code).toBe('removals_need_confirmation')
    expect((await send('?confirmChanges=109')).json.code).toBe('removals_need_confirmation')
    const changes = await send('?confirmRemovals=21')
    expect(changes).toMatchObject({
      status: 409,
      json: { code: 'changes_need_confirmation', impact: { confirmChanges: 109 } },
    })
    expect((await send('?confirmRemovals=21&confirmChanges=108')).status).toBe(409)
    expect((await send('?confirmRemovals=21&confirmChanges=109')).status).toBe(200)
  })

  it('lets a hundred changes pass, and no more', async () => {
    const keep = `name in (${names.slice(0, 100).join(',')})`
    await edit('/target-policies/everywhere?confirmRemovals=30', { cluster_selector: keep })
    expect((await edit(itemOf.application, { repo_branch: 'v2' })).status).toBe(200)
    await edit('/target-policies/everywhere', { cluster_selector: '*' })
    expect((await edit(itemOf.application, { repo_branch: 'v3' })).json).toMatchObject({
      code: 'changes_need_confirmation',
      impact: { confirmChanges: 130 },
    })
  })

  it("adds up one principal's removals", async () => {
    const remove = (name: string, call: Call = {}) =>
      api.call(`/clusters/${name}`, { method: 'DELETE', headers: ANY, ...call })
    for (const name of names.slice(0, 11)) expect((await remove(name)).status).toBe(204)
    // The twelfth makes them more than a tenth of the 119 that are left.
    const refused = await remove(names[13]!)
    expect(refused.json).toMatchObject({
      code: 'removals_need_confirmation',
      impact: { confirmRemovals: 1 },
    })
    expect((await remove(names[13]!, { token: await api.token('admin') })).status).toBe(204)
    const confirmed = await api.call(`/clusters/${names[14]}?confirmRemovals=1`, {
      method: 'DELETE',
      headers: ANY,
    })
    expect(confirmed.status).toBe(204)
  })

  it('lists the pairs that a policy gives up and another keeps', async () => {
    const body = [
      documentOf('target-policy', {
        ...wide,
        name: 'keeper',
        cluster_selector: `name=${names[0]}`,
      }),
    ]
    expect((await api.call('/apply', { body })).status).toBe(200)
    const preview = async (query: string): Promise<Answer> =>
      edit(`/target-policies/everywhere?dryRun=true${query}`, {
        cluster_selector: `name notin (${names[0]},${names[1]})`,
      })
    expect((await preview('')).json).toMatchObject({ placements: { removed: 1 }, keptByOthers: 1 })
    expect((await preview('&effect=kept')).json).toMatchObject({
      itemsTotal: 1,
      items: [{ cluster: names[0], effect: 'kept', policies: ['keeper'] }],
    })
  })
})

describe('an impact', () => {
  beforeAll(createWideFleet)

  it('pages through the impact: each pair once, removals first', async () => {
    const documents = [
      documentOf('target-policy', {
        ...wide,
        cluster_selector: `name notin (${names.slice(0, 21).join(',')})`,
      }),
      documentOf('cluster', { name: 'new-cluster' }),
    ]
    const seen: string[] = []
    let token: string | null = ''
    while (token !== null) {
      const query: string = `?dryRun=true&limit=5${token && `&continue=${token}`}`
      const { json }: Answer = await api.call(`/apply${query}`, { body: documents })
      expect(json.placements).toMatchObject({ removed: 21, added: 1 })
      for (const { effect, cluster } of json.items) seen.push(`${effect} ${cluster}`)
      token = json.continue
    }
    expect(seen).toEqual([
      ...names.slice(0, 21).map((name) => `removed ${name}`),
      'added new-cluster',
    ])
  })

  it('counts the pairs of an impact in groups, and lists those that are looked for', async () => {
    const narrowed = { ...wide, cluster_selector: `name notin (${names.slice(0, 21).join(',')})` }
    const preview = async (query: string): Promise<Answer> =>
      api.call(`/apply?dryRun=true&${query}`, { body: [documentOf('target-policy', narrowed)] })
    const { json } = await preview('by=label:nobody&limit=1')
    expect(json).toMatchObject({
      itemsTotal: 21,
      groups: [{ key: null, removed: 21, added: 0, changed: 0, kept: 0 }],
      groupsTotal: 1,
    })
    expect((await preview(`by=cluster&q=${names[3]}`)).json).toMatchObject({
      placements: { removed: 21 },
      digest: json.digest,
      itemsTotal: 1,
      items: [{ cluster: names[3] }],
      groups: [{ key: names[3], removed: 1 }],
      continue: null,
    })
    const selector = encodeURIComponent(`name in (${names[1]},${names[2]})`)
    expect((await preview(`clusterSelector=${selector}&limit=1`)).json).toMatchObject({
      itemsTotal: 2,
      items: [{ cluster: names[1] }],
    })
    expect((await preview('appSelector=name=nobody')).json).toMatchObject({ items: [] })
    expect((await preview('effect=added')).json).toMatchObject({ items: [], itemsTotal: 0 })
  })

  it('pages through the diff by file', async () => {
    const files: { path: string; effect: string; patch: string }[] = []
    let token: string | null = ''
    let counts = null
    while (token !== null) {
      const query: string = `?dryRun=true&include=diff&limit=1000${token && `&continue=${token}`}`
      const { json }: Answer = await edit(`/target-policies/everywhere${query}`, {
        suspended: true,
      })
      counts = json.files
      files.push(...json.diff)
      token = json.continue
    }
    const of = (effect: string) => files.filter((file) => file.effect === effect).length
    expect({ added: of('added'), removed: of('removed'), modified: of('modified') }).toEqual(counts)
    expect(new Set(files.map(({ path }) => path)).size).toBe(files.length)
    expect(files.length).toBeGreaterThan(130)
    for (const { patch } of files) expect(patch).toMatch(/^=*\n?--- a\/.*\n\+\+\+ \/dev\/null/)
  })
})
