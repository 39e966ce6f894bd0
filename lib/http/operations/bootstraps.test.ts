// Which clusters need their bootstrap applied again because of a change, as its number and its list.
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { documentOf } from '#lib/http/testing/bodies.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({ GITOPS_BRANCH: 'fleet/{environment}' })
})

type Sent = Awaited<ReturnType<TestApi['call']>>

const changeOf = ({ headers }: Sent) => headers.get('berth-change')!
const patch = (name: string, body: object) =>
  api.call(`/clusters/${name}`, { method: 'PATCH', body, headers: { 'if-match': '*' } })
const list = (change: string, query = '') => api.call(`/changes/${change}/bootstraps${query}`)

/** What the change keeps as their number, and the clusters that its list names. */
async function bootstrapsOf(change: string): Promise<{ number: number; clusters: string[] }> {
  const { impact } = (await api.call(`/changes/${change}`)).json
  const { items, total } = (await list(change)).json
  expect(total).toBe(items.length)
  return {
    number: impact.bootstraps ?? 0,
    clusters: items.map(({ cluster }: { cluster: string }) => cluster),
  }
}

/** Clusters by their number, each isolated as the number says. */
const documents = (confinement: (index: number) => string, from = 0) =>
  Array.from({ length: 6 - from }, (_, index) =>
    documentOf('cluster', {
      name: `many-${from + index}`,
      environment: 'prod',
      confinement: confinement(from + index),
    }),
  )
const apply = (body: unknown) => api.call('/apply', { body })

describe('the bootstraps of an edited cluster', () => {
  it.each([
    {
      what: 'it is no longer isolated',
      body: {},
      edit: { confinement: 'project' },
      expected: true,
    },
    {
      what: 'it is isolated again',
      body: { confinement: 'project' },
      edit: { confinement: 'impersonation' },
      expected: true,
    },
    {
      what: 'it is isolated less',
      body: {},
      edit: { confinement: 'impersonation' },
      expected: false,
    },
    {
      what: 'its Argo CD is elsewhere',
      body: {},
      edit: { argocd_namespace: 'gitops' },
      expected: true,
    },
    {
      what: 'its Argo CD is where all are',
      body: { argocd_namespace: 'x' },
      edit: { argocd_namespace: null },
      expected: true,
    },
    {
      what: 'its default project is emptied',
      body: {},
      edit: { default_project: 'empty' },
      expected: false,
    },
    {
      what: 'it is described otherwise',
      body: {},
      edit: { description: 'Another' },
      expected: false,
    },
    {
      what: 'its root sends it to another branch',
      body: {},
      edit: { environment: 'elsewhere' },
      expected: false,
    },
  ])('where $what', async ({ what, body, edit, expected }) => {
    const name = what.replaceAll(/[^a-z]+/g, '-')
    const made = await api.call('/clusters', { body: { name, environment: 'prod', ...body } })
    expect(await bootstrapsOf(changeOf(made))).toEqual({ number: 0, clusters: [] })
    const edited = changeOf(await patch(name, edit))
    const clusters = expected ? [name] : []
    expect(await bootstrapsOf(edited)).toEqual({ number: clusters.length, clusters })
  })

  it('are those of its change alone, among many that one change edits', async () => {
    await apply(documents(() => 'account', 1))
    const edited = changeOf(
      await apply(documents((index) => (index % 2 === 0 ? 'project' : 'impersonation'))),
    )
    await patch('many-2', { confinement: 'account' })
    expect(await bootstrapsOf(edited)).toEqual({ number: 2, clusters: ['many-2', 'many-4'] })
  })
})

describe('the bootstraps of settings', () => {
  let change: string
  let fleet: TestApi
  beforeAll(async () => {
    fleet = await createTestApi({ GITOPS_BRANCH: 'fleet/{environment}' })
    for (const [name, environment] of [
      ['west', 'prod'],
      ['north', 'stage'],
      ['east', 'prod'],
    ]) {
      await fleet.call('/clusters', { body: { name, environment } })
    }
    const resources = ['certificates', 'issuers']
    const put = (kinds: unknown) =>
      fleet.call('/application-kinds?confirmClusters=3', {
        method: 'PUT',
        body: { application_kinds: kinds },
        headers: { 'if-match': '*' },
      })
    await put([{ group: 'cert-manager.io', resources }])
    const kinds = [
      { group: 'cert-manager.io', resources: ['issuers'] },
      { group: '', resources: ['endpoints', 'pods'] },
    ]
    change = changeOf(await put(kinds))
    await fleet.call('/clusters', { body: { name: 'later', environment: 'prod' } })
    const gone = { method: 'DELETE', headers: { 'if-match': '*' } } as const
    await fleet.call('/clusters/west', gone)
  })

  it('are those of all clusters that were there, with where they lived', async () => {
    const { json } = await fleet.call(`/changes/${change}/bootstraps`)
    expect(json).toEqual({
      items: [
        { cluster: 'east', branch: 'fleet/prod' },
        { cluster: 'north', branch: 'fleet/stage' },
        { cluster: 'west', branch: 'fleet/prod' },
      ],
      continue: null,
      total: 3,
      totalIsExact: true,
    })
  })

  it('are read by page, and as CSV', async () => {
    const path = `/changes/${change}/bootstraps`
    const first = (await fleet.call(`${path}?limit=2`)).json
    expect(first).toMatchObject({ items: [{ cluster: 'east' }, { cluster: 'north' }], total: 3 })
    const rest = await fleet.call(`${path}?limit=2&continue=${first.continue}`)
    expect(rest.json).toMatchObject({ items: [{ cluster: 'west' }], continue: null })
    const { text } = await fleet.call(`${path}?format=csv`)
    expect(text.trim().split(/\r?\n/)).toEqual([
      'cluster,branch',
      'east,fleet/prod',
      'north,fleet/stage',
      'west,fleet/prod',
    ])
  })

  it('come with the kinds that were added and removed, and not with what every team may bring', async () => {
    const { impact } = (await fleet.call(`/changes/${change}`)).json
    expect(impact.kinds).toEqual({
      added: ['endpoints'],
      removed: ['certificates.cert-manager.io'],
    })
  })

  it('are all, too, where the repository moves', async () => {
    const moved = await fleet.call('/repository-settings?confirmClusters=3', {
      method: 'PUT',
      body: {
        repo_url: 'https://git.example.com/fleet.git',
        branch_pattern: 'fleet/{environment}',
      },
      headers: { 'if-match': '*' },
    })
    const { json } = await fleet.call(`/changes/${changeOf(moved)}/bootstraps`)
    expect(json.items.map(({ cluster }: { cluster: string }) => cluster)).toEqual([
      'east',
      'later',
      'north',
    ])
  })

  it('are not there for a change that doesn’t exist', async () => {
    for (const id of ['999', '0', 'x']) {
      expect((await fleet.call(`/changes/${id}/bootstraps`)).status).toBe(404)
    }
  })
})
