import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, policy, team } from '#lib/http/testing/bodies.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await api.call('/teams', { body: team })
  await api.call('/applications', { body: application })
  await api.call('/target-policies', { body: policy })
  await api.call('/cluster-types', { body: { name: 'edge', reconciler: 'argocd' } })
})

const any = { 'if-match': '*' }
const write = (method: string, path: string, body?: unknown, headers = any) =>
  api.call(path, { method, body, headers })
const changes = async () => (await api.call('/changes?limit=1')).json.items[0].id

describe('the type default', () => {
  it('is there without anybody having made it, and takes no change', async () => {
    const { json, headers } = await api.call('/cluster-types/default')
    expect(json).toMatchObject({
      name: 'default',
      reconciler: 'argocd',
      delivery: 'git',
      settings: { namespace: null, default_project: 'keep' },
      status: { change: 0, implicit: true },
    })
    expect(headers.get('etag')).toBe('"0"')
    const { items, total } = (await api.call('/cluster-types')).json
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['default', 'edge'])
    expect(total).toBe(2)
  })

  it('is not made, not deleted, and edited only as it was read', async () => {
    const body = { name: 'default', reconciler: 'argocd' }
    expect((await api.call('/cluster-types', { body })).json.code).toBe('name_taken')
    const removed = await write('DELETE', '/cluster-types/default')
    expect(removed).toMatchObject({ status: 409, json: { code: 'type_default' } })
    const stale = { 'if-match': '"7"' }
    const refused = await write('PATCH', '/cluster-types/default', { description: 'x' }, stale)
    expect(refused.status).toBe(412)
  })

  it('becomes an object by its first edit, whose undoing makes it as it was', async () => {
    await api.call('/clusters', { body: { ...cluster, name: 'plain', metadata: {} } })
    const settings = { default_project: 'empty' }
    const preview = await write('PATCH', '/cluster-types/default?dryRun=true', { settings })
    expect(preview.json.files).toMatchObject({ added: 1 })
    const edited = await write(
      'PATCH',
      '/cluster-types/default',
      { settings },
      { 'if-match': '"0"' },
    )
    expect(edited.status).toBe(200)
    const change = await changes()
    expect((await api.call('/cluster-types/default')).json).toMatchObject({
      settings: { namespace: null, default_project: 'empty' },
      status: { change, clusters: 1 },
    })
    expect((await api.call(`/changes/${change}/revert`, { method: 'POST' })).status).toBe(200)
    const { json } = await api.call('/cluster-types/default')
    expect(json).toMatchObject({ settings: { default_project: 'keep' } })
    await write('DELETE', '/clusters/plain')
  })
})

describe('a cluster of a type', () => {
  it('answers to the label of that name, and is found by its type', async () => {
    await api.call('/clusters', { body: { name: 'typed', type: 'edge' } })
    await api.call('/clusters', { body: { name: 'untyped', metadata: { type: 'edge' } } })
    const names = async (query: string) => {
      const { items } = (await api.call(`/clusters?${query}`)).json
      return items.map(({ name }: { name: string }) => name)
    }
    expect(await names('labelSelector=type%3Dedge')).toEqual(['typed', 'untyped'])
    expect(await names('type=edge')).toEqual(['typed'])
    expect(await names('type=default')).toEqual(['untyped'])
    expect((await api.call('/clusters/untyped')).json).not.toHaveProperty('type')
    expect((await api.call('/cluster-types/edge')).json.status.clusters).toBe(1)
    const used = await write('DELETE', '/cluster-types/edge')
    expect(used).toMatchObject({ status: 409, json: { code: 'in_use' } })
  })

  it('has its Argo CD where the type says, unless it says so itself', async () => {
    const preview = await write('PATCH', '/cluster-types/edge?dryRun=true', {
      settings: { namespace: 'gitops' },
    })
    expect(preview.json).toMatchObject({ files: { modified: 4 }, branches: expect.any(Array) })
    expect(preview.json.warnings.map(({ code }: { code: string }) => code)).toContain(
      'argocd_namespace_changed',
    )
    await write('PATCH', '/clusters/typed', { argocd_namespace: 'own' })
    const none = await write('PATCH', '/cluster-types/edge?dryRun=true', {
      settings: { namespace: 'gitops' },
    })
    expect(none.json.files).toEqual({ added: 0, removed: 0, modified: 0 })
  })

  it('has in its history the edits of its type that change its files, and no others', async () => {
    const changesOf = async (name: string) => {
      const { items } = (await api.call(`/changes?object=cluster/${name}&limit=100`)).json
      return items.map(({ id, moved }: { id: number; moved: unknown }) => ({ id, moved }))
    }
    await api.call('/clusters', { body: { name: 'follows', type: 'edge' } })
    await api.call('/clusters', {
      body: { name: 'differs', type: 'edge', default_project: 'empty' },
    })
    const settings = { default_project: 'empty' }
    expect((await write('PATCH', '/cluster-types/edge', { settings })).status).toBe(200)
    const edit = { id: await changes(), moved: { added: 0, removed: 0, changed: 0 } }
    expect((await changesOf('follows'))[0]).toEqual(edit)
    expect(await changesOf('differs')).not.toContainEqual(edit)
    expect(await changesOf('untyped')).not.toContainEqual(edit)
    await write('PATCH', '/cluster-types/edge', { settings: {} })
    for (const name of ['follows', 'differs']) await write('DELETE', `/clusters/${name}`)
  })

  it('keeps its namespace while something is placed on it', async () => {
    const placed = { ...cluster, name: 'placed', type: 'edge' }
    expect((await api.call('/clusters', { body: placed })).status).toBe(201)
    const moved = await write('PATCH', '/cluster-types/edge', { settings: { namespace: 'gitops' } })
    expect(moved).toMatchObject({ status: 409, json: { code: 'argocd_namespace_in_use' } })
  })
})

describe('refused', () => {
  const type = { name: 'other', reconciler: 'argocd' }
  it.each([
    ['an unknown reconciler', { ...type, reconciler: 'flux' }, '/reconciler', 'reconciler_unknown'],
    ['a delivery', { ...type, delivery: 'oci' }, '/delivery', 'delivery_not_supported'],
    ['a name', { ...type, name: 'Default' }, '/name', 'name_format'],
    ['an unknown setting', { ...type, settings: { x: 1 } }, '/settings/x', 'unknown_field'],
    ['settings that are a list', { ...type, settings: [] }, '/settings', 'type'],
    ['settings that are null', { ...type, settings: null }, '/settings', 'type'],
    ['a number', { ...type, settings: { namespace: 1 } }, '/settings/namespace', 'type'],
    [
      'a choice',
      { ...type, settings: { default_project: 'open' } },
      '/settings/default_project',
      'one_of',
    ],
    ['no label', { ...type, settings: { namespace: 'A' } }, '/settings/namespace', 'name_format'],
    [
      'a reserved namespace',
      { ...type, settings: { namespace: 'kube-system' } },
      '/settings/namespace',
      'argocd_namespace_platform',
    ],
    [
      'a team’s namespace',
      { ...type, settings: { namespace: team.name } },
      '/settings/namespace',
      'argocd_namespace_taken',
    ],
  ])('is %s', async (_, body, pointer, code) => {
    const { status, json } = await api.call('/cluster-types', { body })
    expect([status, json.errors?.[0]]).toMatchObject([422, { pointer, code }])
  })

  it('is a prototype, before anybody reads it', async () => {
    const settings: unknown = JSON.parse('{"__proto__": {"namespace": "x"}}')
    const { status, json } = await api.call('/cluster-types', { body: { ...type, settings } })
    expect([status, json.code]).toEqual([400, 'forbidden_key'])
  })

  it.each([
    ['an unknown type', { name: 'c', type: 'nowhere' }, '/type', 'type_unknown'],
    ['a type that is no name', { name: 'c', type: 'A' }, '/type', 'name_format'],
    [
      'a label that contradicts it',
      { name: 'c', type: 'edge', metadata: { type: 'core' } },
      '/metadata/type',
      'label_contradicts',
    ],
  ])('is a cluster with %s', async (_, body, pointer, code) => {
    const { status, json } = await api.call('/clusters', { body })
    expect([status, json.errors?.[0]]).toMatchObject([422, { pointer, code }])
  })
})
