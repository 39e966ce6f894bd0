// A kind made only for tests is served, checked, told of and guarded by what its own folder says, a line in each of the two
// lists of kinds, and a row of the permissions.
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { PERMISSIONS } from '#lib/domain/access/permissions.ts'
import type * as CodecList from '#lib/domain/objects/codec-list.ts'
import type * as KindList from '#lib/domain/objects/kind-list.ts'
import { kinds } from '#lib/domain/objects/kinds.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { apiObjectPath, objectPath } from '#lib/schemas/paths.ts'
import { openApiDocument } from './openapi.ts'

vi.mock('#lib/domain/objects/kind-list.ts', async (original) => {
  const { kindList } = await original<typeof KindList>()
  const { berthKind } = await import('#lib/domain/objects/testing/berth/berth-kind.ts')
  return { kindList: { ...kindList, berth: berthKind } }
})
vi.mock('#lib/domain/objects/codec-list.ts', async (original) => {
  const { codecList } = await original<typeof CodecList>()
  const { berthCodec } = await import('#lib/domain/objects/testing/berth/berth.ts')
  return { codecList: { ...codecList, berth: berthCodec } }
})

const ANY = { 'if-match': '*' }
const berth = {
  name: 'quay-1',
  namespace: 'ieb',
  cluster_selector: { region: 'east' },
  metadata: { depth: 'deep' },
}
let api: TestApi

beforeAll(async () => {
  Object.assign(PERMISSIONS, { berth: PERMISSIONS.application })
  api = await createTestApi()
  await api.call('/teams', { body: { name: 'ieb' } })
  expect((await api.call('/berths', { body: berth })).status).toBe(201)
})

describe('a kind made only for tests', () => {
  it('is served and described as every kind', async () => {
    const paths = Object.entries(openApiDocument().paths ?? {})
    const operations = paths
      .filter(([path]) => path.startsWith('/berths'))
      .map(([path, item]) => [path, ...Object.keys(item)])
    expect(operations).toEqual([
      ['/berths', 'get', 'post'],
      ['/berths/{namespace}/{name}', 'get', 'put', 'patch', 'delete'],
    ])
    const answered = {
      ...berth,
      description: '',
      cluster_selector: { matchLabels: { region: 'east' } },
    }
    expect((await api.call('/berths/ieb/quay-1')).json).toMatchObject(answered)
    const listed = await api.call('/berths?labelSelector=depth%3Ddeep%2Cnamespace%3Dieb')
    expect(listed.json.items).toMatchObject([answered])
    expect((await api.call('/berths?labelSelector=depth%3Dshallow')).json.items).toEqual([])
    const csv = await api.call('/berths?format=csv')
    expect(csv.text.split('\r\n')[0]).toBe(
      'namespace,name,description,cluster_selector,metadata,since',
    )
  })

  it('is refused what its checks refuse, and a team that isn’t there', async () => {
    const wrong = await api.call('/berths', {
      body: { ...berth, name: 'Quay', cluster_selector: 'in (', metadata: { a: 1 } },
    })
    expect(wrong).toMatchObject({ status: 422 })
    expect(wrong.json.errors.map(({ code }: { code: string }) => code)).toEqual([
      'label_type',
      'selector_syntax',
    ])
    const orphan = await api.call('/berths', { body: { ...berth, namespace: 'nobody' } })
    expect(orphan.json).toMatchObject({ errors: [{ code: 'team_unknown' }] })
    const again = await api.call('/berths', { body: berth })
    expect(again.json).toMatchObject({ detail: 'There is a berth of that name already.' })
    const team = await api.call('/teams/ieb', { method: 'DELETE', headers: ANY })
    expect(team.json).toMatchObject({ code: 'team_in_use', detail: 'Team ieb still owns quay-1.' })
  })

  it('is edited, applied, told in the history and in the audit, and deleted', async () => {
    const call = { method: 'PATCH', headers: ANY, body: { description: 'The first' } }
    expect((await api.call('/berths/ieb/quay-1', call)).status).toBe(200)
    const document = {
      apiVersion: 'berth.dev/v1',
      kind: 'Berth',
      metadata: { name: 'quay-2', namespace: 'ieb', labels: { depth: 'deep' } },
      spec: { cluster_selector: '*' },
    }
    expect((await api.call('/apply', { body: [document] })).status).toBe(200)
    const gone = await api.call('/berths/ieb/quay-2', { method: 'DELETE', headers: ANY })
    expect(gone.status).toBe(204)
    const history = await api.call('/changes?kind=berth')
    const actions = history.json.items.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(['berths.delete', 'objects.apply', 'berths.patch', 'berths.create'])
    const audit = await api.call('/audit?limit=50')
    const told = audit.json.items.map(
      ({ action, object, result }: Record<string, string>) => `${result} ${action} ${object}`,
    )
    expect(told).toContain('accepted berths.patch berth/ieb/quay-1')
    expect(told).toContain('refused berths.create berth/nobody/quay-1')
  })

  it('is its team’s alone', async () => {
    await api.call('/teams', { body: { name: 'other' } })
    const token = await api.token('contributor', { team: 'other' })
    expect((await api.call('/berths/ieb/quay-1', { token })).status).toBe(404)
    const own = await api.call('/berths', {
      token,
      body: { ...berth, name: 'pier', namespace: 'other' },
    })
    expect(own.status).toBe(201)
  })

  it('shares names between teams, and within one has each once', async () => {
    const body = { ...berth, namespace: 'other' }
    expect((await api.call('/berths', { body })).status).toBe(201)
    expect((await api.call('/berths', { body })).status).toBe(409)
  })

  it('completes selectors by its labels, for a team’s people by those of their team', async () => {
    const labels = async (as: { readonly token?: string }) =>
      (await api.call('/label-values?kind=berth&key=depth', as)).json.items
    expect(await labels({})).toEqual([{ text: 'deep', count: 3 }])
    expect(await labels({ token: await api.token('reader', { team: 'ieb' }) })).toEqual([
      { text: 'deep', count: 1 },
    ])
  })

  it('has its addresses and its words from its own folder', () => {
    const ref = { kind: 'berth' as keyof typeof kinds, team: 'ieb', name: 'quay-1' }
    expect(apiObjectPath(ref)).toBe('/api/v1/berths/ieb/quay-1')
    expect(objectPath(ref)).toBe('/berths/ieb/quay-1')
    expect(kinds[ref.kind].word).toBe('berth')
  })
})
