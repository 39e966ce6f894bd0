// Exports of some columns of a list.
import { beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'

let api: TestApi
let before: string

beforeAll(async () => {
  api = await createTestApi()
  const body = [
    documentOf('team', team),
    documentOf('application', { ...application, metadata: { common: 'true', wave: 'pilot' } }),
    documentOf('cluster', { ...cluster, name: 'one', metadata: { region: 'east' } }),
    documentOf('cluster', { ...cluster, name: 'two', metadata: {} }),
    documentOf('target-policy', { ...policy, app_selector: '*', cluster_selector: '*' }),
  ]
  expect((await api.call('/apply', { body })).status).toBe(200)
  before = new Date().toISOString()
  const headers = { 'if-match': '*' }
  await api.call('/clusters/one', {
    method: 'PATCH',
    headers,
    body: { metadata: { region: 'west' } },
  })
})

it('has the columns that were asked for, in that order, and labels among them', async () => {
  const { text } = await api.call(
    '/clusters?format=csv&columns=label:region,name,label:environment',
  )
  expect(text.trimEnd().split('\r\n')).toEqual([
    'label:region,name,label:environment',
    `west,one,${cluster.environment}`,
    `,two,${cluster.environment}`,
  ])
})

it('has the labels of the cluster and of the application of a placement, now and before', async () => {
  const path = '/placements?format=csv&columns=cluster,label:region,app_label:wave,label:absent'
  const rows = async (at: string) =>
    (await api.call(path + at)).text.trimEnd().split('\r\n').slice(1)
  expect(await rows('')).toEqual(['one,west,pilot,', 'two,,pilot,'])
  expect(await rows(`&at=${before}`)).toEqual(['one,east,pilot,', 'two,,pilot,'])
})

it('has the labels of the cluster and of the application of a deployment', async () => {
  const { text } = await api.call(
    '/history?format=csv&columns=cluster,label:region,app_label:wave&sort=from',
  )
  const rows = text.trimEnd().split('\r\n').slice(1)
  expect(rows.toSorted()).toEqual(['one,west,pilot', 'two,,pilot'])
})

it.each(['json', 'yaml'])('has rows of the same columns as %s', async (format) => {
  const { text } = await api.call(
    `/placements?all=true&format=${format}&columns=application,app_label:wave,label:region`,
  )
  expect(parse(text).items).toEqual([
    { application: application.name, 'app_label:wave': 'pilot', 'label:region': 'west' },
    { application: application.name, 'app_label:wave': 'pilot', 'label:region': null },
  ])
})

it.each([
  '/clusters?format=csv&columns=no-such',
  '/clusters?format=csv&columns=app_label:wave',
  '/clusters?format=csv&columns=label:',
  '/changes?format=csv&columns=label:region',
  // A page has the shape that OpenAPI shows.
  '/clusters?columns=name',
])('%s is refused', async (path) => {
  expect(await api.call(path)).toMatchObject({ status: 400, json: { code: 'param_columns' } })
})
