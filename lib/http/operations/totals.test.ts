// The totals of lists that are longer than what is counted.
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, documentOf, policy } from '#lib/http/testing/bodies.ts'

/** So many applications are on so many clusters, which is more than 10,000 pairs. */
const EACH = 101

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  const numbers = Array.from({ length: EACH }, (_, index) => String(index).padStart(3, '0'))
  const body = [
    documentOf('team', { name: 'ieb' }),
    documentOf('team', { name: 'other' }),
    documentOf('application', { ...application, name: 'alone', namespace: 'other' }),
    ...numbers.map((each) =>
      documentOf('application', { ...application, name: `app-${each}`, namespace: 'ieb' }),
    ),
    ...numbers.map((each) =>
      documentOf('cluster', { name: `cluster-${each}`, metadata: { even: `${Number(each) % 2}` } }),
    ),
    documentOf('target-policy', {
      ...policy,
      name: 'all',
      app_selector: 'namespace=ieb',
      cluster_selector: '*',
    }),
    documentOf('target-policy', {
      ...policy,
      name: 'one',
      app_selector: 'namespace=other',
      cluster_selector: 'name=cluster-007',
    }),
  ]
  const answer = await api.call('/apply', { body })
  expect(answer.status, answer.text).toBe(200)
})

const PAIRS = EACH * EACH
const now = () => encodeURIComponent(new Date(Date.now() + 60_000).toISOString())

describe('a total', () => {
  it.each([
    ['/placements', PAIRS + 1],
    ['/history', PAIRS + 1],
    ['/placements?namespace=ieb&application=app-003', EACH],
    ['/placements?application=app-003', EACH],
    ['/placements?cluster=cluster-003', EACH],
    ['/placements?cluster=cluster-007', EACH + 1],
    ['/placements?namespace=other', 1],
    ['/placements?policy=one', 1],
    ['/placements?labelSelector=even%3D1&application=app-003', 50],
    ['/placements?labelSelector=even%3D1', 50 * EACH + 1],
    ['/placements?q=alone', 1],
    ['/placements?q=IEB%2FAPP-00', 10 * EACH],
    ['/placements?q=app-003%20cluster-00', 10],
    ['/placements?q=nothing', 0],
    ['/clusters', EACH],
  ])('%s is exact', async (path, total) => {
    const at = `${path}${path.includes('?') ? '&' : '?'}at=${now()}`
    for (const asked of [path, at]) {
      const { json } = await api.call(asked)
      expect({ asked, ...json }).toMatchObject({ asked, total, totalIsExact: true })
    }
  })

  it.each([
    '/placements?namespace=ieb',
    '/placements?policy=all',
    '/placements?q=cluster',
    '/placements?labelSelector=even',
    '/history?namespace=ieb',
    '/history?q=cluster',
  ])('%s is more than 10,000', async (path) => {
    const at = `${path}&at=${now()}`
    for (const asked of [path, at]) {
      const { json } = await api.call(asked)
      expect({ asked, ...json }).toMatchObject({ asked, total: 10_000, totalIsExact: false })
      expect(json.items).toHaveLength(100)
    }
  })
})
