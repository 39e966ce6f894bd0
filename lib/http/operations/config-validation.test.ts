// What applications would be told is checked before it is saved, whatever the edit is and through whichever door it comes.
import { beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type Call, createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import {
  application,
  documentOf,
  policy,
  registrationToken,
  scheduler,
  team,
} from '#lib/http/testing/bodies.ts'

const ANY = { 'if-match': '*' }
const APP = 'ieb/app1'

const clusterNamed = (name: string, region: string) =>
  documentOf('cluster', { name, metadata: { region } })
const config = (name: string, values: object, more: object = {}) => ({
  name,
  app_selector: '*',
  cluster_selector: '*',
  values,
  ...more,
})
const schema = (properties: object, more: object = {}) => ({
  name: 'wants',
  app_selector: '*',
  cluster_selector: '*',
  schema: { type: 'object', properties, ...more },
})
const TEXT = schema({ zone: { type: 'string' } })
const EVERYWHERE = { ...policy, name: 'everywhere', cluster_selector: '*' }

let api: TestApi
beforeEach(async () => {
  api = await createTestApi()
  const documents = [
    documentOf('team', team),
    documentOf('application', application),
    clusterNamed('east', 'east'),
    clusterNamed('west', 'west'),
    documentOf('target-policy', EVERYWHERE),
    documentOf('config-schema', TEXT),
    documentOf('config', config('all', { zone: 'a' })),
    documentOf(
      'config',
      config('north', { zone: 7 }, { cluster_selector: { region: 'north' }, priority: 300 }),
    ),
  ]
  expect(await api.call('/apply', { body: documents })).toMatchObject({ status: 200 })
})

const patch = (path: string, body: object, query = '') =>
  api.call(path + query, { method: 'PATCH', body, headers: ANY })
const changes = async () => (await api.call('/changes')).json.total

const NORTH = {
  code: 'config_invalid',
  value: '/zone',
  application: APP,
  clusters: ['west'],
  clusterCount: 1,
  from: [{ kind: 'config', namespace: null, name: 'north' }],
  schema: { kind: 'config-schema', namespace: null, name: 'wants' },
}

it('refuses what a schema refuses, at the value, with who says it and where, in a preview as in a save', async () => {
  const broken = config('late', { zone: 7 }, { priority: 200 })
  const before = await changes()
  for (const query of ['', '?dryRun=true']) {
    const refused = await api.call(`/configs${query}`, { body: broken })
    expect(refused).toMatchObject({ status: 422, json: { code: 'config_invalid' } })
    expect(refused.json.errors).toEqual([
      {
        pointer: '/values/zone',
        message:
          'ieb/app1 on east, west: schema wants refuses /zone, from config late. It should be text.',
        ...NORTH,
        clusters: ['east', 'west'],
        clusterCount: 2,
        from: [{ kind: 'config', namespace: null, name: 'late' }],
      },
    ])
  }
  expect(await changes()).toBe(before)
  expect(await api.call('/configs', { body: { ...broken, suspended: true } })).toMatchObject({
    status: 201,
  })
  expect(await patch('/configs/late', { suspended: false })).toMatchObject({ status: 422 })
  expect(await patch('/configs/late', { values: { zone: '007' }, suspended: false })).toMatchObject(
    {
      status: 200,
      json: { values: { zone: '007' } },
    },
  )
})

it('refuses a contradiction of equal priority, naming the two', async () => {
  const refused = await api.call('/configs', { body: config('other', { zone: 'b' }) })
  expect(refused).toMatchObject({ status: 409, json: { code: 'config_conflict' } })
  expect(refused.json.errors).toMatchObject([
    {
      pointer: '/values/zone',
      code: 'config_conflict',
      message:
        'ieb/app1 on east, west: config all and config other have one priority and say different things at /zone.',
      value: '/zone',
      clusterCount: 2,
      from: [{ name: 'all' }, { name: 'other' }],
    },
  ])
  const elsewhere = { cluster_selector: { region: 'south' } }
  const later = await api.call('/configs?dryRun=true', {
    body: config('other', { zone: 'b' }, elsewhere),
  })
  expect(later).toMatchObject({ status: 200 })
  expect(later.json.warnings).toMatchObject([
    { code: 'selector_matches_nothing' },
    { code: 'value_unknown' },
  ])
})

it('warns of a contradiction that waits for a placement, and refuses the placement', async () => {
  await patch('/target-policies/everywhere', { suspended: true }, '?confirmRemovals=2')
  const shown = await api.call('/configs', { body: config('other', { zone: 'b' }) })
  expect(shown.status, shown.text).toBe(201)
  const again = await patch('/configs/other', { description: 'x' }, '?dryRun=true')
  expect(again.json.warnings).toEqual([
    {
      code: 'config_conflict_possible',
      message:
        'other and all say different things with one priority, for applications and clusters that both select: nothing can be placed where both would be delivered.',
    },
  ])
  const placed = await api.call('/target-policies', { body: { ...EVERYWHERE, name: 'again' } })
  expect(placed).toMatchObject({
    status: 409,
    json: { code: 'config_conflict', errors: [{ pointer: '', clusters: ['east', 'west'] }] },
  })
})

it('names at most 20 clusters, and counts them', async () => {
  const many = Array.from({ length: 25 }, (_, nth) => clusterNamed(`store-${nth + 10}`, 'east'))
  expect(await api.call('/apply', { body: many })).toMatchObject({ status: 200 })
  const { json } = await patch('/config-schemas/wants', {
    schema: schema({ zone: { type: 'number' } }).schema,
  })
  expect(json.errors).toMatchObject([{ pointer: '/schema', clusterCount: 27 }])
  expect(json.errors[0].clusters).toHaveLength(20)
  expect(json.errors[0].message).toMatch(/^ieb\/app1 on east, store-10, store-11 and 24 more: /)
})

it('refuses a label that a cluster lacks and an expression that fails, at the text', async () => {
  const zoned = config('zones', { zone: "x-${{ cluster.labels['site'] }}" }, { priority: 200 })
  expect(await api.call('/configs', { body: zoned })).toMatchObject({
    status: 422,
    json: {
      code: 'label_missing',
      errors: [{ pointer: '/values/zone', code: 'label_missing', clusters: ['east', 'west'] }],
    },
  })
  const failing = config('zones', { zone: '${{ 1 / 0 }}' }, { priority: 200 })
  expect(await api.call('/configs', { body: failing })).toMatchObject({
    status: 422,
    json: { code: 'expression_invalid', errors: [{ pointer: '/values/zone' }] },
  })
})

it('refuses a document that makes too large a file', async () => {
  const keys = Array.from({ length: 5 }, (_, nth) => `k${nth}`)
  const wide = schema(Object.fromEntries(keys.map((key) => [key, {}])))
  const large = keys.map((key) =>
    documentOf('config', config(key, { [key]: ['x'.repeat(60_000)] })),
  )
  const refused = await api.call('/apply', {
    body: [documentOf('config-schema', { ...wide, name: 'wide' }), ...large],
  })
  expect(refused).toMatchObject({
    status: 422,
    json: {
      code: 'config_too_large',
      errors: [{ value: '', clusters: ['east', 'west'], from: [] }],
    },
  })
})

it('warns of keys that no schema declares, and of a schema that declares for many', async () => {
  const shown = await api.call('/configs?dryRun=true', { body: config('more', { zona: 'b' }) })
  expect(shown.json.warnings).toEqual([
    {
      code: 'config_undeclared',
      message:
        'No schema for the applications of more declares zona there: nothing of that is delivered.',
    },
  ])
  const many = Array.from({ length: 50 }, (_, nth) =>
    documentOf('application', { ...application, name: `app-${nth}` }),
  )
  expect(await api.call('/apply', { body: many })).toMatchObject({ status: 200 })
  const { json } = await patch('/config-schemas/wants', { description: 'x' }, '?dryRun=true')
  expect(json.warnings).toEqual([
    {
      code: 'schema_declares_widely',
      message:
        'wants declares zone for 51 applications: a config that sets one of these reaches all of them, also those that never read it. Select the applications that do.',
    },
  ])
})

describe('a cluster whose labels would have it told what a schema refuses', () => {
  const METADATA = { metadata: { region: 'north' } }

  it('stays as it is, by any door', async () => {
    const doors: Record<string, () => Promise<Answer>> = {
      patch: () => patch('/clusters/west', METADATA),
      preview: () => patch('/clusters/west', METADATA, '?dryRun=true'),
      apply: () => api.call('/apply', { body: [clusterNamed('west', 'north')] }),
      csv: () =>
        api.call('/apply', {
          text: 'name,metadata.region\nwest,north\n',
          headers: { 'content-type': 'text/csv' },
        }),
      bulk: () =>
        api.call('/bulk', {
          body: { kind: 'Cluster', objects: [{ name: 'west' }], patch: METADATA },
        }),
    }
    for (const [door, call] of Object.entries(doors)) {
      const { status, json, text } = await call()
      expect([door, status, json.code], text).toEqual([door, 422, 'config_invalid'])
      expect(json.errors).toMatchObject([NORTH])
    }
    expect((await api.call('/clusters/west')).json.metadata).toEqual({ region: 'west' })
  })

  it('doesn’t register', async () => {
    const token = { ...registrationToken, name_pattern: '*', metadata: METADATA.metadata }
    expect(await api.call('/registration-tokens', { body: token })).toMatchObject({ status: 201 })
    const path = `/registration-tokens/${registrationToken.name}/secret`
    const { secret } = (await api.call(path, { method: 'POST' })).json
    const register = { body: { name: 'new' }, token: secret }
    expect(await api.call('/clusters/register', register)).toMatchObject({
      status: 422,
      json: { code: 'config_invalid', errors: [{ clusters: ['new'] }] },
    })
    expect(await api.call('/clusters/new')).toMatchObject({ status: 404 })
  })

  it('gets nothing by a scheduler, nor by taking back what kept it away', async () => {
    const body = [
      documentOf('scheduler', scheduler),
      documentOf('target-policy', { ...EVERYWHERE, name: 'chosen', scheduler: scheduler.name }),
    ]
    expect(await api.call('/apply', { body })).toMatchObject({ status: 200 })
    const left = await patch(
      '/target-policies/everywhere',
      { suspended: true },
      '?confirmRemovals=2',
    )
    expect(left.status, left.text).toBe(200)
    expect(await patch('/clusters/west', METADATA)).toMatchObject({ status: 200 })
    const call: Call = {
      method: 'PUT',
      body: { decisions: [{ namespace: 'ieb', application: 'app1', clusters: ['west'] }] },
      token: await api.token('scheduler', { scheduler: scheduler.name }),
      headers: ANY,
    }
    expect(await api.call('/target-policies/chosen/decision', call)).toMatchObject({
      status: 422,
      json: { code: 'config_invalid', errors: [{ pointer: '', clusters: ['west'] }] },
    })
    const change = left.headers.get('berth-change')
    expect(await api.call(`/changes/${change}/revert`, { method: 'POST' })).toMatchObject({
      status: 422,
      json: { code: 'config_invalid', errors: [NORTH] },
    })
  })
})
