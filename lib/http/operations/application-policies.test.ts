// What the preview of an application says of the policies that pick it up.
import { beforeAll, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  const { status, text } = await api.call('/apply', {
    body: [
      documentOf('team', team),
      documentOf('cluster', cluster),
      documentOf('target-policy', policy),
    ],
  })
  expect(status, text).toBe(200)
})

const preview = (path: string, body: unknown) =>
  api.call(`${path}?dryRun=true&include=policies`, { body })

it('names the policies that select the application, and where it would land', async () => {
  const { json } = await preview('/applications', application)
  expect(json.policies).toEqual({
    selecting: [{ name: policy.name, clusters: 1, effect: 'include' }],
    selectingTotal: 1,
    near: [],
    nearTotal: 0,
    placed: 1,
    environments: [{ environment: cluster.environment, clusters: 1 }],
  })
})

it('says which labels an application lacks that no policy selects', async () => {
  const { json } = await preview('/applications', { ...application, metadata: {} })
  expect(json.policies).toMatchObject({
    selecting: [],
    near: [{ name: policy.name, lacks: ['common=true'], labels: { common: 'true' } }],
    placed: 0,
    environments: [],
  })
})

it('says nothing of policies where nobody asks, and for another kind', async () => {
  const { json: unasked } = await api.call('/applications?dryRun=true', { body: application })
  expect(unasked).not.toHaveProperty('policies')
  const { json: other } = await preview('/teams', { ...team, name: 'other' })
  expect(other).not.toHaveProperty('policies')
})
