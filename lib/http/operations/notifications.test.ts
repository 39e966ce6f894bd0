// A cluster's Argo CD notifies of one Application; which cluster it is comes from the token.
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'
import { reportedItem, reportOf } from '#lib/http/testing/reports.ts'

const OTHER = 'kit-02'
const PATH = '/notifications/argocd'

let api: TestApi
let token: string
beforeAll(async () => {
  api = await createTestApi()
  const documents = [
    documentOf('team', team),
    documentOf('cluster', cluster),
    documentOf('cluster', { ...cluster, name: OTHER }),
    documentOf('application', application),
    documentOf('target-policy', policy),
  ]
  expect((await api.call('/apply', { body: documents })).status).toBe(200)
  token = await api.token('contributor', { cluster: cluster.name })
})

const item = reportedItem()
const news = {
  trigger: 'on-health-degraded',
  application: item.name,
  namespace: item.namespace,
  health: 'Degraded',
  sync: 'Synced',
}
const notify = (body: object, as = token) => api.call(PATH, { body, token: as })

const statesOf = async (name: string) => (await api.call(`/clusters/${name}/report`)).json.counts

const countKept = async () => [
  (await api.call('/changes?limit=1')).json.total,
  (await api.call('/audit?limit=1')).json.total,
]

describe('POST /notifications/argocd', () => {
  it('tells of the cluster of its token, and of no other', async () => {
    for (const name of [cluster.name, OTHER]) {
      const own = await api.token('contributor', { cluster: name })
      const body = reportOf([item])
      const sent = await api.call(`/clusters/${name}/report`, { method: 'PUT', token: own, body })
      expect(sent.status, sent.text).toBe(200)
    }
    const answer = await notify(news)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.json).toEqual({ changed: 1, ignored: 0 })
    expect(await statesOf(cluster.name)).toEqual({ degraded: 1 })
    expect(await statesOf(OTHER)).not.toHaveProperty('degraded')
  })

  it('takes only a cluster’s own token', async () => {
    const answer = await notify(news, await api.token('admin'))
    expect(answer.status).toBe(403)
    expect(answer.json.code).toBe('not_this_cluster')
  })

  it('says what is wrong with what isn’t one', async () => {
    const answer = await notify({ ...news, trigger: undefined, surprise: true })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('trigger')
    expect(answer.text).toContain('surprise')
  })

  it('is neither a change nor an event of the audit', async () => {
    const before = await countKept()
    await notify({ ...news, health: 'Healthy' })
    expect(await countKept()).toEqual(before)
  })
})
