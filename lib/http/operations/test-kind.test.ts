// A kind made only for tests is served, checked, documented, guarded and shown with its own folder and a line in each of
// four files: the two lists of kinds, the permissions and the icons.
import { Anchor } from 'lucide-react'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime.js'
import { createElement, type ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { saveObject } from '../../../app/(portal)/actions.ts'
import ListPage from '../../../app/(portal)/[kind]/page.tsx'
import ObjectPage from '../../../app/(portal)/[kind]/[...names]/page.tsx'
import EditPage from '../../../app/(portal)/[kind]/[first]/[second]/edit/page.tsx'
import NewObjectPage from '../../../app/(portal)/[kind]/new/page.tsx'
import { newValues, specOf } from '#components/object-form/kind-spec.ts'
import { KIND_ICONS } from '#components/objects/kinds.ts'
import { NavigationProvider } from '#components/navigation/navigation-provider.tsx'
import { QueryProvider } from '#components/query-provider.tsx'
import { PERMISSIONS } from '#lib/domain/access/permissions.ts'
import type * as CodecList from '#lib/domain/objects/codec-list.ts'
import type * as KindList from '#lib/domain/objects/kind-list.ts'
import { kinds } from '#lib/domain/objects/kinds.ts'
import { signedInCookie, signInSettings } from '#lib/http/testing/signed-in.ts'
import { installServices } from '#lib/usecases/services.ts'
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

const request = vi.hoisted(() => ({ headers: new Headers() }))
// Next.js hands a request's headers to nobody but its own server.
vi.mock('next/headers', () => ({ headers: async () => request.headers }))

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
  Object.assign(KIND_ICONS, { berth: Anchor })
  api = await createTestApi(signInSettings)
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

  it('has its list and its forms in the portal, which save it', async () => {
    await signIn('admin')
    const form = await drawn(
      NewObjectPage({
        params: Promise.resolve({ kind: 'berths' }),
        searchParams: Promise.resolve({}),
      }),
    )
    for (const label of ['Name', 'Team', 'Description', 'Clusters', 'Labels']) {
      expect(form).toContain(`>${label}</`)
    }
    expect(form).toContain('Choose the team that owns it.')

    const kind = 'berth' as keyof typeof kinds
    const owners = { platform: false, teams: 'every' } as const
    const { bodyOf, missing } = specOf(kind, owners, async () => ({ kind: 'saved', change: null }))
    const empty = newValues(kind, owners)
    expect(Object.keys(missing(empty))).toEqual(['name', 'namespace', 'cluster_selector'])
    const typed = {
      ...empty,
      name: 'quay-9',
      namespace: 'ieb',
      cluster_selector: { text: 'region=west', unfinished: null },
      metadata: [{ key: 'depth', value: 'shallow' }],
    }
    expect(missing(typed)).toEqual({})
    const body = bodyOf(typed)
    const dry = await api.call('/berths?dryRun=true', { body })
    const seen = { impact: String(dry.json.digest), confirmRemovals: null, confirmChanges: null }
    const save = { kind, ref: null, etag: null, body, ...seen, reason: 'New', freeName: false }
    const flawed = await saveObject({ ...save, body: { ...body, cluster_selector: 'in (' } })
    expect(flawed).toMatchObject({
      kind: 'refused',
      fields: { cluster_selector: [expect.any(String)] },
    })
    expect(await saveObject(save)).toEqual({ kind: 'saved', change: expect.any(Number) })

    const list = await drawn(
      ListPage({
        params: Promise.resolve({ kind: 'berths' }),
        searchParams: Promise.resolve({ labelSelector: 'depth=shallow' }),
      }),
    )
    expect(list).toContain('New berth')
    for (const told of ['region=west', 'depth=shallow']) expect(list).toContain(told)
    expect(list).toContain('href="/berths/ieb/quay-9"')
    expect(list).not.toContain('quay-1<')
    const names = { kind: 'berths', first: 'ieb', second: 'quay-9' }
    expect(await drawn(EditPage({ params: Promise.resolve(names) }))).toContain('value="shallow"')
  })

  it('has a page of each object: what its form says of it, its history, and the way to edit it', async () => {
    await signIn('admin')
    const at = new Date().toISOString()
    const call = { method: 'PATCH', headers: ANY, body: { description: 'Dredged' } }
    const { json } = await api.call('/berths/ieb/quay-1', call)
    const page = await drawn(pageOf(['ieb', 'quay-1']))
    for (const told of [
      '>quay-1</h1>',
      'Dredged',
      '>Berth</',
      'href="/berths"',
      '>Team</dt>',
      'href="/teams/ieb"',
      '>Clusters</dt>',
      'region=east',
      'href="/berths?labelSelector=depth%3Ddeep"',
      `href="/changes/${json.status.change}"`,
      'href="/berths/ieb/quay-1?tab=timeline"',
      'href="/berths/ieb/quay-1/edit"',
      'Delete',
    ]) {
      expect(page).toContain(told)
    }
    const timeline = await drawn(pageOf(['ieb', 'quay-1'], { tab: 'timeline' }))
    expect(timeline).toContain('href="/changes?kind=berth&amp;name=quay-1&amp;namespace=ieb"')
    const past = await drawn(pageOf(['ieb', 'quay-1'], { at }))
    expect(past).toContain('this is how it was')
    expect(past).not.toContain('Dredged')
    expect(past).not.toContain('Edit')
    await signIn('reader')
    const read = await drawn(pageOf(['ieb', 'quay-1']))
    expect(read).toContain('region=east')
    expect(read).not.toContain('href="/berths/ieb/quay-1/edit"')
  })

  it('has no page where there is no object, or by other names than its own', async () => {
    await signIn('admin')
    const missing = 'NEXT_HTTP_ERROR_FALLBACK;404'
    await expect(pageOf(['ieb', 'absent'])).rejects.toThrow(missing)
    await expect(pageOf(['other', 'quay-9'])).rejects.toThrow(missing)
    for (const names of [['quay-1'], ['ieb', 'quay-1', 'more']]) {
      await expect(pageOf(names)).rejects.toThrow(missing)
    }
  })

  it('has its addresses and its words from its own folder', () => {
    const ref = { kind: 'berth' as keyof typeof kinds, team: 'ieb', name: 'quay-1' }
    expect(apiObjectPath(ref)).toBe('/api/v1/berths/ieb/quay-1')
    expect(objectPath(ref)).toBe('/berths/ieb/quay-1')
    expect(kinds[ref.kind].word).toBe('berth')
  })
})

async function signIn(role: 'admin' | 'reader'): Promise<void> {
  await api.call('/role-grants', { body: { source: 'group', value: role, role } })
  const cookie = await signedInCookie(api.services, { name: role, groups: [role] })
  installServices(api.services)
  request.headers = new Headers({ cookie, origin: 'https://berth.example.com' })
}

async function pageOf(names: string[], search = {}): Promise<ReactNode> {
  const params = Promise.resolve({ kind: 'berths', names })
  return ObjectPage({ params, searchParams: Promise.resolve(search) })
}

/** The HTML of a page. */
async function drawn(page: Promise<ReactNode>): Promise<string> {
  const router = {
    push() {},
    replace() {},
    refresh() {},
    prefetch() {},
    back() {},
    forward() {},
    bfcacheId: '',
  }
  const within = createElement(
    NavigationProvider,
    null,
    createElement(QueryProvider, null, await page),
  )
  const errors: unknown[] = []
  const { prelude } = await prerender(
    createElement(AppRouterContext.Provider, { value: router }, within),
    { onError: (error) => void errors.push(error) },
  )
  expect(errors).toEqual([])
  return new Response(prelude).text()
}
