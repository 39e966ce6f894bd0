// Policies that place on chosen clusters, over the API: what previews and explanations tell, and that a save does what they said.
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import {
  application,
  cluster,
  documentOf,
  policy,
  scheduler,
  team,
} from '#lib/http/testing/bodies.ts'

const ANY = { 'if-match': '*' }
const NAMES = ['c1', 'c2', 'c3', 'c4']
const POLICY = `/target-policies/${policy.name}`
const everywhere = { ...policy, cluster_selector: '*' }

let api: TestApi

const send = (method: string, path: string, body?: object) =>
  api.call(path, { method, ...(body && { body }), headers: ANY })

const placed = async () => {
  const { json } = await api.call(`/placements?application=${application.name}&limit=100`)
  return json.items.map((item: { cluster: string }) => item.cluster).sort()
}

beforeAll(async () => {
  api = await createTestApi()
  const documents = [
    documentOf('team', team),
    ...NAMES.map((name) => documentOf('cluster', { ...cluster, name })),
    documentOf('application', application),
    documentOf('target-policy', everywhere),
  ]
  expect(await api.call('/apply', { body: documents })).toMatchObject({ status: 200 })
  expect(await placed()).toEqual(NAMES)
})

describe('a pick', () => {
  it('is previewed and saved alike: the same placements go, for the same reason', async () => {
    const pick = { count: 3, spread_by: 'region' }
    const shown = await send('PATCH', `${POLICY}?dryRun=true`, { pick })
    expect(shown.json).toMatchObject({
      placements: { added: 0, removed: 1, changed: 0 },
      items: [
        {
          effect: 'removed',
          reason: `policy ${policy.name} no longer places it: not chosen by pick (3 of 4)`,
        },
      ],
    })
    const gone = shown.json.items[0].cluster
    const saved = await send('PATCH', POLICY, { pick })
    expect(saved).toMatchObject({ status: 200, json: { pick } })
    expect(await placed()).toEqual(NAMES.filter((name) => name !== gone))
    const explained = await api.call(`/placements/ieb/${application.name}/${gone}`)
    expect(explained.json).toMatchObject({
      placed: false,
      policies: [
        {
          applies: false,
          app: { holds: true },
          cluster: { holds: true },
          choice: { by: 'pick', holds: false, reason: 'not chosen by pick (3 of 4)' },
        },
      ],
    })
  })

  it('takes the place of a cluster that goes, in the same change', async () => {
    const [gone, ...kept] = await placed()
    const left = NAMES.filter((name) => name !== gone)
    const shown = await send('DELETE', `/clusters/${gone}?dryRun=true`)
    expect(shown.json.placements).toMatchObject({ added: 1, removed: 1 })
    expect(await send('DELETE', `/clusters/${gone}?confirmRemovals=1`)).toMatchObject({
      status: 204,
    })
    expect(await placed()).toEqual(left)
    expect(left).toEqual(expect.arrayContaining(kept))
  })

  it('is told of where fewer clusters may be picked than it wants', async () => {
    const shown = await send('PATCH', `${POLICY}?dryRun=true`, { pick: { count: 5 } })
    expect(shown.json.warnings).toMatchObject([
      {
        code: 'few_candidates',
        message: `${policy.name} picks 5 clusters for each application, and 1 application has fewer that may be picked.`,
      },
    ])
  })
})

describe('a scheduler', () => {
  it('must be there before a policy names it, and stays while one does', async () => {
    const named = { scheduler: scheduler.name, pick: null }
    expect(await send('PATCH', POLICY, named)).toMatchObject({
      status: 422,
      json: { code: 'unknown_scheduler', errors: [{ pointer: '/scheduler' }] },
    })
    expect(await api.call('/schedulers', { body: scheduler })).toMatchObject({
      status: 201,
      json: { name: scheduler.name, every: '1h', timeout: '10s', secret: 'set' },
    })
    const before = await placed()
    expect(await send('PATCH', POLICY, named)).toMatchObject({
      status: 200,
      json: { scheduler: scheduler.name },
    })
    expect(await placed()).toEqual(before)
    expect(await send('DELETE', `/schedulers/${scheduler.name}`)).toMatchObject({
      status: 409,
      json: { code: 'scheduler_in_use' },
    })
  })

  it('is waited for by a new policy, which places nothing until then and says so', async () => {
    const added = { ...everywhere, name: 'waiting', scheduler: scheduler.name }
    const shown = await api.call('/target-policies?dryRun=true', { body: added })
    expect(shown.json).toMatchObject({
      placements: { added: 0, removed: 0 },
      warnings: [
        {
          code: 'not_decided',
          message: `waiting places 1 application nowhere before ${scheduler.name} decides.`,
        },
      ],
    })
  })
})
