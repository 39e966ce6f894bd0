// Editing and deleting many objects at once, as the API answers it.
import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type Call, createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, documentOf, policy, team } from '#lib/http/testing/bodies.ts'
import { BULK_OBJECTS_MAX } from '#lib/domain/objects/bulk.ts'

const ANY = { 'if-match': '*' }
const STORES = ['store-1', 'store-2', 'store-3', 'store-4']
const named = (...names: readonly string[]) => names.map((name) => ({ name }))

const store = (name: string, index: number) =>
  documentOf('cluster', {
    name,
    metadata: { region: index < 2 ? 'east' : 'west', ...(index === 0 && { ring: 'canary' }) },
  })

/** Two stores are in the east, where the policy places the application. */
async function createStores(): Promise<TestApi> {
  const api = await createTestApi()
  const body = [
    documentOf('team', team),
    documentOf('team', { name: 'other' }),
    documentOf('application', application),
    documentOf('application', { ...application, name: 'app2', namespace: 'other' }),
    documentOf('target-policy', { ...policy, app_selector: { name: 'app1' } }),
    ...STORES.map(store),
  ]
  expect((await api.call('/apply', { body })).status).toBe(200)
  return api
}

let api: TestApi
beforeEach(async () => {
  api = await createStores()
})

const bulk = (body: unknown, { query = '', ...call }: Call & { query?: string } = {}) =>
  api.call(`/bulk${query}`, { body, ...call })
const preview = async (body: unknown) => {
  const answer = await bulk(body, { query: '?dryRun=true' })
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}
/** Confirms what removals it is asked for. */
const insist = async (send: (query: string) => Promise<Answer>) => {
  const first = await send('')
  const { impact } = first.json
  const asked = first.status === 409
  const made = asked ? await send(`?confirmRemovals=${impact.confirmRemovals}`) : first
  expect(made.status, made.text).toBe(200)
}
const metadataOf = async (name: string, of = api) =>
  (await of.call(`/clusters/${name}`)).json.metadata
const placedOn = async (of: TestApi) =>
  (await of.call('/placements?sort=name')).json.items.map(
    (pair: { cluster: string }) => pair.cluster,
  )
const placements = async () => (await api.call('/placements')).json.total
const descriptionOf = (namespace: string, name: string) => ({
  kind: 'Application',
  objects: [{ namespace, name }],
  patch: { description: 'Mine' },
})
const pointers = ({ json }: Answer) =>
  json.errors.map(({ pointer }: { pointer: string }) => pointer)

describe('POST /bulk', () => {
  it('adds, sets and removes labels of what is named, as one change with one impact', async () => {
    const body = {
      kind: 'Cluster',
      objects: named('store-1', 'store-2', 'store-3'),
      patch: { metadata: { region: 'east', ring: null, site: 'sydney' } },
    }
    expect(await preview(body)).toMatchObject({
      placements: { added: 1, removed: 0, kept: 2 },
      selection: { objects: 3, edited: 3 },
    })
    expect(await placements()).toBe(2)
    const { json, headers } = await bulk(body)
    expect(json).toMatchObject({ total: 3, change: Number(headers.get('berth-change')) })
    for (const { name } of body.objects) {
      expect(await metadataOf(name)).toEqual({ region: 'east', site: 'sydney' })
    }
    expect(await placements()).toBe(3)
    expect((await api.call(`/changes/${json.change}`)).json).toMatchObject({
      action: 'objects.edit',
      impact: { objects: 3, placements: { added: 1 } },
    })
    const { json: audit } = await api.call('/audit?action=objects.edit')
    expect(audit.items).toHaveLength(1)
    const { change, details } = audit.items[0]
    expect({ change, objects: details.objects }).toEqual({ change: json.change, objects: 3 })
    expect(details.edits.map(({ object }: { object: string }) => object)).toEqual(
      body.objects.map(({ name }) => `cluster/${name}`),
    )
  })

  it('does what the same patch of each object does, one after the other', async () => {
    const single = await createStores()
    const labels = fc.dictionary(
      fc.constantFrom('region', 'ring', 'site'),
      fc.constantFrom('east', 'west', null),
    )
    const edits = fc.record({ names: fc.subarray(STORES, { minLength: 1 }), metadata: labels })
    await fc.assert(
      fc.asyncProperty(edits, async ({ names, metadata }) => {
        const patch = { metadata }
        const objects = named(...names)
        await insist((query) => bulk({ kind: 'Cluster', objects, patch }, { query }))
        for (const name of names) {
          const call = { method: 'PATCH', body: patch, headers: ANY }
          await insist((query) => single.call(`/clusters/${name}${query}`, call))
        }
        for (const name of STORES) {
          expect(await metadataOf(name)).toEqual(await metadataOf(name, single))
        }
        expect(await placedOn(api)).toEqual(await placedOn(single))
      }),
      { numRuns: 15 },
    )
  })

  it('says what labels the objects have, and how many of them have which values', async () => {
    const { selection } = await preview({
      kind: 'Cluster',
      matching: { q: 'store' },
      except: named('store-4'),
      patch: {},
    })
    expect(selection).toEqual({
      objects: 3,
      edited: 0,
      labels: [
        {
          key: 'region',
          objects: 3,
          values: [
            { value: 'east', objects: 2 },
            { value: 'west', objects: 1 },
          ],
          valuesTotal: 2,
        },
        { key: 'ring', objects: 1, values: [{ value: 'canary', objects: 1 }], valuesTotal: 1 },
      ],
      labelsTotal: 2,
    })
  })

  it('saves what matches then, unless that is no longer what was previewed', async () => {
    const body = {
      kind: 'Cluster',
      matching: { labelSelector: 'region=west' },
      patch: { metadata: { site: 'perth' } },
    }
    const { digest, placements: moved } = await preview(body)
    expect(moved).toMatchObject({ added: 0, removed: 0, changed: 0 })
    const late = documentOf('cluster', { name: 'late', metadata: { region: 'west' } })
    expect((await api.call('/apply', { body: late })).status).toBe(200)
    const refused = await bulk(body, { headers: { 'berth-impact': digest } })
    expect(refused).toMatchObject({ status: 409, json: { code: 'impact_changed' } })
    expect(await metadataOf('store-3')).toEqual({ region: 'west' })
    const { digest: next } = refused.json.impact
    expect((await bulk(body, { headers: { 'berth-impact': next } })).status).toBe(200)
    expect(await metadataOf('late')).toEqual({ region: 'west', site: 'perth' })
  })

  it('deletes what is selected, by the rules of deleting one', async () => {
    const body = { kind: 'Cluster', matching: { labelSelector: 'region=east' }, delete: true }
    expect(await preview(body)).toMatchObject({ placements: { removed: 2 } })
    expect((await bulk(body)).json).toMatchObject({ total: 0 })
    expect((await api.call('/clusters')).json.total).toBe(2)
    const team = await bulk({ kind: 'Team', objects: named('other'), delete: true })
    expect(team).toMatchObject({ status: 409, json: { code: 'team_in_use' } })
  })

  it('asks for the number of a large removal, and for the reason that a guard rule wants', async () => {
    const rule = {
      name: 'east',
      cluster_selector: 'region=east',
      reason_required: true,
      removals: 0,
    }
    expect((await api.call('/guard-rules', { body: rule })).status).toBe(201)
    const body = {
      kind: 'Cluster',
      objects: named('store-1', 'store-2'),
      patch: { metadata: { region: 'west' } },
    }
    const headers = { 'berth-reason': 'Moved' }
    const query = '?confirmRemovals=2'
    expect((await bulk(body, { query })).json.code).toBe('reason_required')
    expect(await bulk(body, { headers })).toMatchObject({
      status: 409,
      json: { code: 'removals_need_confirmation', impact: { confirmRemovals: 2 } },
    })
    expect((await bulk(body, { query, headers })).status).toBe(200)
  })

  it('changes nothing if some of it may not be changed, and names what', async () => {
    const token = await api.token('contributor', { team: 'ieb' })
    const clusters = { kind: 'Cluster', objects: named('store-1'), patch: {} }
    expect(await bulk(clusters, { token })).toMatchObject({ status: 403, json: { errors: [] } })
    const policies = [
      { ...policy, name: 'own', namespace: 'ieb' },
      { ...policy, name: 'of-all' },
    ]
    for (const body of policies) await api.call('/target-policies', { body })
    const body = {
      kind: 'TargetPolicy',
      objects: named('own', 'of-all'),
      patch: { suspended: true },
    }
    const refused = await bulk(body, { token, query: '?dryRun=true' })
    expect(refused).toMatchObject({ status: 403, json: { code: 'forbidden' } })
    expect(pointers(refused)).toEqual(['/of-all'])
    expect((await bulk({ ...body, except: named('of-all') }, { token })).status).toBe(200)
    expect((await api.call('/target-policies/own')).json.suspended).toBe(true)
    expect((await api.call('/target-policies/of-all')).json.suspended).toBe(false)
  })

  it('answers what somebody may not see like what is not there', async () => {
    const token = await api.token('contributor', { team: 'ieb' })
    const hidden = await bulk(descriptionOf('other', 'app2'), { token })
    expect(hidden).toMatchObject({ status: 404, json: { errors: [{ pointer: '/other~1app2' }] } })
    const gone = await bulk(descriptionOf('other', 'app3'), { token })
    expect(gone.text.replaceAll('app3', 'app2')).toBe(hidden.text)
    const all = { kind: 'Application', matching: { q: 'app' }, patch: { description: 'Mine' } }
    expect((await bulk(all, { token })).json).toMatchObject({ total: 1 })
  })

  it('names each object that can’t be what the patch makes of it', async () => {
    const body = {
      kind: 'Cluster',
      objects: named('store-1', 'store-2'),
      patch: { metadata: { name: 'store-2' } },
    }
    const refused = await bulk(body)
    expect(refused).toMatchObject({ status: 422, json: { code: 'label_contradicts' } })
    expect(pointers(refused)).toEqual(['/store-1/metadata/name'])
    const renamed = await bulk({ ...body, patch: { name: 'store-9' } })
    expect(renamed).toMatchObject({ status: 422, json: { code: 'name_immutable' } })
  })

  it('has one effect for one Idempotency-Key', async () => {
    const body = { kind: 'Cluster', objects: named('store-1'), delete: true }
    const once = { headers: { 'idempotency-key': 'a' } }
    const first = await bulk(body, once)
    expect(first.status).toBe(200)
    expect((await bulk(body, once)).text).toBe(first.text)
  })

  it.each([
    ['neither names nor a filter', { patch: {} }, 'bulk_objects'],
    ['both', { objects: named('store-1'), matching: { q: 'a' }, patch: {} }, 'bulk_objects'],
    ['nothing to do', { objects: named('store-1') }, 'bulk_edit'],
    ['two things to do', { objects: named('store-1'), patch: {}, delete: true }, 'bulk_edit'],
    ['a filter that filters nothing', { matching: {}, patch: {} }, 'bulk_matching'],
    ['an order alone', { matching: { sort: 'name' }, patch: {} }, 'bulk_matching'],
    ['an empty selector', { matching: { labelSelector: '' }, patch: {} }, 'bulk_matching'],
    ['an unknown parameter', { matching: { region: 'east' }, patch: {} }, 'bulk_matching'],
  ])('refuses %s', async (_, body, code) => {
    expect(await bulk({ kind: 'Cluster', ...body })).toMatchObject({ status: 422, json: { code } })
  })

  it('refuses more objects at once than one edit may be of', async () => {
    const documents = Array.from({ length: BULK_OBJECTS_MAX - STORES.length + 1 }, (_, index) =>
      documentOf('cluster', { name: `more-${index}` }),
    )
    expect((await api.call('/apply', { body: documents })).status).toBe(200)
    const all = { kind: 'Cluster', matching: { labelSelector: '*' }, patch: { description: 'All' } }
    expect(await bulk(all)).toMatchObject({ status: 422, json: { code: 'too_many' } })
    const allButOne = { ...all, except: named('more-0') }
    expect(await preview(allButOne)).toMatchObject({ selection: { objects: BULK_OBJECTS_MAX } })
  })
})
