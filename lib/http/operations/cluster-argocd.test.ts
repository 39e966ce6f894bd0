// What a cluster says about its own Argo CD: where it runs, and what becomes of its project `default`.
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await api.call('/teams', { body: { name: 'ieb' } })
  await api.call('/applications', { body: APPLICATION })
  const everywhere = { name: 'everywhere', app_selector: '*', cluster_selector: 'placed=true' }
  await api.call('/target-policies', { body: everywhere })
})

const APPLICATION = {
  name: 'app1',
  namespace: 'ieb',
  repo_url: 'https://git.example.com/ieb/app1.git',
  repo_branch: 'main',
  repo_path: 'app1',
}

const create = (body: object) => api.call('/clusters', { body })
const edit = (name: string, body: object, query = '') =>
  api.call(`/clusters/${name}${query}`, { method: 'PATCH', body, headers: { 'if-match': '*' } })
const preview = async (name: string, body: object) => {
  const { json } = await edit(name, body, '?dryRun=true&include=diff')
  const codes = json.warnings.map(({ code }: { code: string }) => code)
  const paths = json.diff.map(
    ({ path, effect }: { path: string; effect: string }) => `${effect} ${path}`,
  )
  return { codes, paths }
}

describe('the project default of a cluster', () => {
  it('is kept unless somebody says otherwise, and is answered only then', async () => {
    expect((await create({ name: 'plain' })).json).not.toHaveProperty('default_project')
    const emptied = await create({ name: 'emptied', default_project: 'empty' })
    expect(emptied.json).toMatchObject({ default_project: 'empty' })
    expect((await create({ name: 'wrong', default_project: 'open' })).json.code).toBe('one_of')
  })

  it('is emptied with a warning, by one file more', async () => {
    await create({ name: 'chooses' })
    expect(await preview('chooses', { default_project: 'empty' })).toEqual({
      codes: ['default_project_emptied'],
      paths: ['added clusters/chooses/base/default-project.yaml'],
    })
    await edit('chooses', { default_project: 'empty' })
    expect((await preview('chooses', { description: 'as it was' })).codes).toEqual([])
  })

  it.each(['keep', null])(
    'stays empty on the cluster afterwards, as a warning says: %j',
    async (to) => {
      await create({ name: `back-${to}`, default_project: 'empty' })
      expect(await preview(`back-${to}`, { default_project: to })).toEqual({
        codes: ['default_project_stays'],
        paths: [`removed clusters/back-${to}/base/default-project.yaml`],
      })
    },
  )

  it('stands in documents as in the API', async () => {
    const document = {
      apiVersion: 'berth.dev/v1',
      kind: 'Cluster',
      metadata: { name: 'by-document' },
      spec: { default_project: 'empty', argocd_namespace: 'openshift-gitops' },
    }
    expect((await api.call('/apply', { body: [document] })).status).toBe(200)
    const { json } = await api.call('/clusters/by-document')
    expect(json).toMatchObject({ default_project: 'empty', argocd_namespace: 'openshift-gitops' })
  })
})

const placed = { metadata: { placed: 'true' } }

/** All files of a cluster on which the application is placed. */
const generated = async (name: string) => {
  const { json } = await edit(name, placed, '?dryRun=true&include=diff&limit=100')
  return json.diff.map(({ patch }: { patch: string }) => patch).join('\n')
}

describe('the namespace of a cluster’s Argo CD', () => {
  it('is in everything that is generated for the cluster, and in nothing for others', async () => {
    await create({ name: 'elsewhere', argocd_namespace: 'openshift-gitops' })
    await create({ name: 'as-set' })
    const text = await generated('elsewhere')
    expect(text).toMatch(/namespace: openshift-gitops/)
    expect(text).toMatch(/argocd.argoproj.io\/managed-by: openshift-gitops/)
    expect(text).not.toMatch(/namespace: argocd$/m)
    expect(await generated('as-set')).not.toMatch(/openshift-gitops|managed-by/)
  })

  it('changes while nothing is placed there, with a warning, and not afterwards', async () => {
    await create({ name: 'moves' })
    const { codes } = await preview('moves', { argocd_namespace: 'gitops' })
    expect(codes).toEqual(['argocd_namespace_changed'])
    expect((await edit('moves', { ...placed, argocd_namespace: 'gitops' })).status).toBe(200)
    const refused = await edit('moves', { argocd_namespace: null })
    expect(refused).toMatchObject({ status: 409, json: { code: 'argocd_namespace_in_use' } })
    expect((await edit('moves', { metadata: null })).status).toBe(200)
    expect((await edit('moves', { argocd_namespace: null })).status).toBe(200)
  })

  it('is no team’s name, whichever of the two comes first', async () => {
    await create({ name: 'holds', argocd_namespace: 'platform-gitops' })
    const team = await api.call('/teams', { body: { name: 'platform-gitops' } })
    expect(team).toMatchObject({ status: 422, json: { errors: [{ code: 'name_reserved' }] } })
    const taken = await create({ name: 'takes', argocd_namespace: 'ieb' })
    expect(taken).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '/argocd_namespace', code: 'argocd_namespace_taken' }] },
    })
    const both = ['Team', 'Cluster'].map((kind) => ({
      apiVersion: 'berth.dev/v1',
      kind,
      metadata: { name: 'at-once' },
      spec: kind === 'Team' ? {} : { argocd_namespace: 'at-once' },
    }))
    expect((await api.call('/apply', { body: both })).status).toBe(422)
  })
})
