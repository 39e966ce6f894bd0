// Which of the platform's configs and config schemas a team sees: those that select an application of it.
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import {
  application,
  cluster,
  config,
  configSchema,
  documentOf,
  team,
} from '#lib/http/testing/bodies.ts'

const ANY = { 'if-match': '*' }
const OTHERS = { namespace: 'other' }

let api: TestApi
/** A contributor of `ieb` alone. */
let token: string
/** When `moved` was for the other team. */
let before: string

const ofBoth = [
  ['configs', config],
  ['config-schemas', configSchema],
] as const

beforeAll(async () => {
  api = await createTestApi()
  const documents = [
    documentOf('team', team),
    documentOf('team', { name: 'other' }),
    documentOf('cluster', cluster),
    documentOf('application', application),
    documentOf('application', { ...application, ...OTHERS, name: 'hidden' }),
    ...ofBoth.flatMap(([collection, body]) => {
      const kind = collection === 'configs' ? 'config' : 'config-schema'
      const given = { ...body, priority: collection === 'configs' ? 100 : undefined }
      return [
        documentOf(kind, { ...given, name: 'all' }),
        documentOf(kind, { ...given, name: 'alien', app_selector: OTHERS }),
        documentOf(kind, { ...given, name: 'moved', app_selector: OTHERS, description: 'alien' }),
        documentOf(kind, { ...given, name: 'own', namespace: 'ieb' }),
        documentOf(kind, { ...given, name: 'alien-own', ...OTHERS }),
      ]
    }),
  ]
  const applied = await api.call('/apply', { body: documents })
  expect(applied.status, applied.text).toBe(200)
  before = new Date().toISOString()
  for (const [collection] of ofBoth) {
    const body = { app_selector: 'namespace=ieb', description: 'Ours' }
    const path = `/${collection}/moved`
    const moved = await api.call(path, { method: 'PATCH', body, headers: ANY })
    expect(moved.status, moved.text).toBe(200)
  }
  token = await api.token('contributor', { team: 'ieb' })
})

const asTeam = (path: string, call = {}) => api.call(path, { token, ...call })
const statusOf = async (path: string, call = {}) => (await asTeam(path, call)).status
const namesIn = (json: { items: readonly { name: string }[] }) => json.items.map(({ name }) => name)

describe.each(ofBoth)('of the platform’s %s a team', (collection, body) => {
  const list = `/${collection}`

  it('reads those that select an application of it, and its own', async () => {
    for (const name of ['all', 'moved', 'own']) expect(await statusOf(`${list}/${name}`)).toBe(200)
    for (const name of ['alien', 'alien-own']) expect(await statusOf(`${list}/${name}`)).toBe(404)
  })

  it('lists, counts and exports no others', async () => {
    const { json } = await asTeam(`${list}?facets=team`)
    expect([namesIn(json), json.total]).toEqual([['all', 'moved', 'own'], 3])
    const page = await asTeam(`${list}?limit=2`)
    const next = await asTeam(`${list}?limit=2&continue=${page.json.continue}`)
    expect(namesIn(next.json)).toEqual(['own'])
    for (const format of ['csv', 'json', 'yaml']) {
      const { text } = await asTeam(`${list}?format=${format}&all=true`)
      expect(text, format).toContain('moved')
      expect(text, format).not.toContain('alien')
    }
    expect((await asTeam(`${list}?q=alien`)).json.total).toBe(0)
  })

  it('sees none as it was while it was for others', async () => {
    expect(await statusOf(`${list}/all?at=${before}`)).toBe(200)
    expect(await statusOf(`${list}/moved?at=${before}`)).toBe(404)
    const { json, text } = await asTeam(`${list}?at=${before}`)
    expect(namesIn(json)).toEqual(['all', 'own'])
    expect(text).not.toContain('alien')
  })

  it('may change none', async () => {
    const write = { method: 'PATCH', body: { description: 'mine' }, headers: ANY }
    expect(await asTeam(`${list}/all`, write)).toMatchObject({
      status: 403,
      json: { detail: expect.stringContaining('Only admins may change the platform') },
    })
    expect(await statusOf(`${list}/alien`, write)).toBe(404)
    expect(await statusOf(`${list}/own`, write)).toBe(200)
    expect(await statusOf(list, { body: { ...body, name: 'fresh' } })).toBe(403)
    const kind = collection === 'configs' ? 'config' : 'config-schema'
    const taken = documentOf(kind, { ...body, priority: undefined, name: 'alien' })
    expect(await statusOf('/apply', { body: [taken] })).toBe(403)
    const given = documentOf(kind, {
      ...body,
      priority: undefined,
      name: 'alien',
      namespace: 'ieb',
    })
    expect(await statusOf('/apply', { body: [given] })).toBe(404)
  })

  it('is edited by nobody in bulk who may not edit each', async () => {
    const kind = collection === 'configs' ? 'Config' : 'ConfigSchema'
    const bulk = { kind, patch: { description: 'Mine' } }
    expect((await asTeam('/bulk', { body: { ...bulk, matching: { q: 'o' } } })).json).toMatchObject(
      {
        total: 1,
      },
    )
    const named = (name: string) => statusOf('/bulk', { body: { ...bulk, objects: [{ name }] } })
    expect([await named('all'), await named('alien')]).toEqual([403, 404])
  })
})

describe('the changes of what concerns a team', () => {
  it('are shown with the states that are the team’s to see', async () => {
    const all = await api.call('/changes?kind=config&name=moved')
    const [edit] = all.json.items
    const { json, status, text } = await asTeam(`/changes/${edit.id}`)
    expect(status).toBe(200)
    expect(json).toMatchObject({ object: { name: 'moved' }, before: null })
    expect(json.after).not.toBeNull()
    expect(text).not.toContain('alien')
    const listed = await asTeam('/changes')
    expect(listed.text).toContain('moved')
    expect(listed.text).not.toContain('alien')
  })

  it('don’t include those of what concerns other teams alone', async () => {
    const body = { description: 'alien' }
    const edited = await api.call('/configs/alien', { method: 'PATCH', body, headers: ANY })
    const change = edited.headers.get('berth-change')
    expect(change).not.toBeNull()
    expect(await statusOf(`/changes/${change}`)).toBe(404)
    expect(await statusOf(`/changes/${change}/revert`, { method: 'POST' })).toBe(404)
    const { json } = await asTeam('/changes')
    expect(json.items.map(({ id }: { id: number }) => String(id))).not.toContain(change)
  })
})

it('the model of a team has what concerns it', async () => {
  const { text } = await asTeam('/model')
  expect(text).toContain('moved')
  expect(text).not.toContain('alien')
})

describe('lists of configs and schemas', () => {
  it.each([
    ['/configs?key=cosmos', 5],
    ['/configs?key=zone', 0],
    ['/config-schemas?key=zone', 5],
    ['/config-schemas?key=properties', 0],
    ['/configs?suspended=true', 0],
    ['/configs?suspended=false', 5],
    ['/configs?namespace=ieb', 1],
    ['/config-schemas?namespace=ieb&key=zone', 1],
  ])('%s are filtered', async (path, total) => {
    expect((await api.call(path)).json.total).toBe(total)
  })
})
