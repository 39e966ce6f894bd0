import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'

// The documents as the source article prints them, with a real address for its placeholder.
const application = {
  name: 'app1',
  description: 'App 1',
  repo_url: 'https://git.example.com/ieb/app1.git',
  repo_branch: 'master',
  repo_path: 'manifest/app1',
  metadata: { common: 'true', gpu: 'false', name: 'app1' },
  namespace: 'ieb',
}
const cluster = {
  name: 'east-nsw-newcastle-01',
  description: 'Edge Store for App Deployment in East Australia',
  shortName: 'cluster1',
  environment: 'non-prod',
  metadata: {
    gpu: 'true',
    region: 'east',
    country: 'Australia',
    edge: 'true',
    name: 'east-nsw-newcastle-01',
  },
}
const policy = {
  name: 'app1_to_east',
  app_selector: { common: 'true' },
  cluster_selector: { region: 'east' },
}
const pair = '/placements/ieb/app1/east-nsw-newcastle-01'

describe('the five steps of the source documents', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi()
  })

  it('takes their documents as they are printed, and places app1 on the cluster', async () => {
    expect(await api.call('/teams', { body: { name: 'ieb' } })).toMatchObject({ status: 201 })
    expect(await api.call('/clusters', { body: cluster })).toMatchObject({
      status: 201,
      json: cluster,
    })
    expect(await api.call('/applications', { body: application })).toMatchObject({
      status: 201,
      json: application,
    })
    const preview = await api.call('/target-policies?dryRun=true', { body: policy })
    expect(preview).toMatchObject({
      status: 200,
      json: { placements: { added: 1, removed: 0, changed: 0, kept: 0 }, branches: ['main'] },
    })
    const saved = await api.call('/target-policies', {
      body: policy,
      headers: { 'Berth-Impact': preview.json.digest, 'Berth-Reason': 'step%205' },
    })
    expect(saved).toMatchObject({
      status: 201,
      json: {
        app_selector: { matchLabels: { common: 'true' } },
        status: { cluster_selector: 'region=east' },
      },
    })
    expect(saved.headers.get('berth-change')).toBe('4')
    expect((await api.call('/placements')).json).toMatchObject({
      items: [{ ...pairNames, policies: ['app1_to_east'], change: 4 }],
      total: 1,
    })
    expect((await api.call(pair)).json).toMatchObject({
      placed: true,
      givenBy: ['app1_to_east'],
      change: { id: 4, reason: 'step 5' },
    })
  })

  it('takes app1 away when the region becomes west, and says why before and after', async () => {
    const before = new Date().toISOString()
    const { headers } = await api.call(`/clusters/${cluster.name}`)
    const patched = await api.call(`/clusters/${cluster.name}`, {
      method: 'PATCH',
      body: { metadata: { region: 'west' } },
      headers: { 'If-Match': headers.get('etag')! },
    })
    expect(patched).toMatchObject({ status: 200, json: { metadata: { region: 'west' } } })
    expect((await api.call('/placements')).json).toMatchObject({ items: [], total: 0 })
    const after = (await api.call(pair)).json
    expect(after).toMatchObject({ placed: false, change: { id: 5 } })
    expect(after.policies[0].cluster.terms).toEqual([
      { term: 'region=east', label: 'west', holds: false },
    ])
    expect((await api.call(`${pair}?at=${before}`)).json).toMatchObject({
      placed: true,
      change: { id: 4 },
    })
    expect((await api.call(`/placements?at=${before}`)).json).toMatchObject({ total: 1 })
    expect((await api.call('/history')).json).toMatchObject({
      items: [{ ...pairNames, version: 'master', change: 4, ended_by: 5 }],
      total: 1,
    })
    expect((await api.call('/changes/5')).json).toMatchObject({
      object: { kind: 'cluster', name: cluster.name },
      before: { metadata: { region: 'east' } },
      after: { metadata: { region: 'west' } },
      impact: { placements: { removed: 1 } },
      state: 'pending',
    })
  })
})

const pairNames = { namespace: 'ieb', application: 'app1', cluster: 'east-nsw-newcastle-01' }
