import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'

describe('a branch pattern that names a label', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi({ GITOPS_BRANCH: 'fleet/{ring}' })
  })

  const save = (metadata: object) => api.call('/clusters', { body: { name: 'one', metadata } })

  it('asks every cluster for the label', async () => {
    expect(await save({})).toMatchObject({ status: 422, json: { code: 'branch_label_missing' } })
  })

  it('refuses labels that make no branch name', async () => {
    expect(await save({ ring: 'a..b' })).toMatchObject({
      status: 422,
      json: { code: 'branch_format' },
    })
    expect(await save({ ring: 'x.lock' })).toMatchObject({
      status: 422,
      json: { code: 'branch_format' },
    })
  })

  it('puts the cluster on the branch that its label names', async () => {
    const { json } = await api.call('/clusters?dryRun=true', {
      body: { name: 'one', metadata: { ring: 'canary' } },
    })
    expect(json.branches).toEqual(['fleet/canary'])
  })
})

describe('a dry run of what is there already', () => {
  it('moves nothing, and counts what the object gives as kept', async () => {
    const api = await createTestApi()
    const source = {
      repo_url: 'https://git.example.com/a.git',
      repo_branch: 'main',
      repo_path: '.',
    }
    await api.call('/teams', { body: { name: 'ieb' } })
    await api.call('/clusters', { body: { name: 'one' } })
    await api.call('/applications', { body: { name: 'app1', namespace: 'ieb', ...source } })
    const policy = { name: 'all', app_selector: '*', cluster_selector: '*' }
    await api.call('/target-policies', { body: policy })
    const { json } = await api.call('/target-policies/all?dryRun=true', {
      method: 'PUT',
      body: policy,
      headers: { 'If-Match': '*' },
    })
    expect(json).toMatchObject({
      placements: { added: 0, removed: 0, changed: 0, kept: 1 },
      files: { added: 0, removed: 0, modified: 0 },
      branches: [],
    })
  })
})
