// The confinement of the teams on a cluster, as people set it.
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})

const create = (body: object, query = '') => api.call(`/clusters${query}`, { body })
const patch = (name: string, body: object, query = '') =>
  api.call(`/clusters/${name}${query}`, { method: 'PATCH', body, headers: { 'if-match': '*' } })
const warned = (answer: Awaited<ReturnType<typeof create>>): string[] =>
  answer.json.warnings.map(({ code }: { code: string }) => code)

describe('the confinement of a cluster', () => {
  it('is by accounts alone unless somebody says otherwise', async () => {
    expect((await create({ name: 'plain' })).json.confinement).toBe('account')
    expect((await create({ name: 'open', confinement: 'project' })).json.confinement).toBe(
      'project',
    )
    expect((await patch('open', { confinement: null })).json.confinement).toBe('account')
  })

  it('is one of three', async () => {
    expect(await create({ name: 'wrong', confinement: 'admission' })).toMatchObject({
      status: 422,
      json: { code: 'one_of', errors: [{ pointer: '/confinement' }] },
    })
  })

  it('stands in documents as in the API', async () => {
    const body = [
      {
        apiVersion: 'berth.dev/v1',
        kind: 'Cluster',
        metadata: { name: 'by-document' },
        spec: { confinement: 'impersonation' },
      },
    ]
    expect((await api.call('/apply', { body })).status).toBe(200)
    expect((await api.call('/clusters/by-document')).json.confinement).toBe('impersonation')
  })

  it('is for admins to say', async () => {
    await create({ name: 'guarded' })
    const token = await api.token('contributor')
    const answer = await api.call('/clusters/guarded', {
      method: 'PATCH',
      body: { confinement: 'project' },
      headers: { 'if-match': '*' },
      token,
    })
    expect(answer.status).toBe(403)
  })

  it.each([
    ['account', []],
    ['impersonation', ['isolation_weaker']],
    ['project', ['teams_not_isolated']],
  ])('is told of where a new cluster has %s', async (confinement, codes) => {
    expect(warned(await create({ name: 'fresh', confinement }, '?dryRun=true'))).toEqual(codes)
  })

  it.each([
    // from | to | codes
    ['account', 'impersonation', ['isolation_weaker', 'confinement_changed']],
    ['account', 'project', ['teams_not_isolated', 'confinement_changed']],
    ['project', 'account', ['confinement_changed']],
    ['project', 'project', []],
  ])('from %s to %s is told as what it is', async (from, to, codes) => {
    const name = `from-${from}-to-${to}`
    await create({ name, confinement: from })
    const edited = { confinement: to, description: 'edited' }
    expect(warned(await patch(name, edited, '?dryRun=true'))).toEqual(codes)
  })

  it.each([
    // from | to | folders
    ['account', 'impersonation', []],
    ['account', 'project', ['bootstrap/']],
    ['project', 'impersonation', ['bootstrap/']],
  ])('from %s to %s modifies the bootstrap where that says it', async (from, to, folders) => {
    const name = `files-${from}-to-${to}`
    await create({ name, confinement: from })
    const { json } = await patch(name, { confinement: to }, '?dryRun=true&include=diff')
    expect(json.diff.map(({ path }: { path: string }) => path)).toEqual(
      folders.map((folder) => `${folder}${name}.yaml`),
    )
  })
})
