// Views of lists that people and teams keep, through the API.
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'

const view = { list: 'clusters', name: 'East' }
const ANY = { 'if-match': '*' }
const TEAM = { name: 'ieb' }

let api: TestApi
/** Of members of the team, and of a reader of everything. */
let tokens: { contributor: string; reader: string; auditor: string }

beforeEach(async () => {
  api = await createTestApi()
  await api.call('/teams', { body: TEAM })
  await api.call('/teams', { body: { name: 'other' } })
  tokens = {
    contributor: await api.token('contributor', { team: 'ieb' }),
    reader: await api.token('reader', { team: 'ieb' }),
    auditor: await api.token('reader'),
  }
})

type By = { readonly token?: string }

async function keep(over: object = {}, by: By = {}) {
  const answer = await api.call('/saved-views', { body: { ...view, ...over }, ...by })
  expect(answer.status, answer.text).toBe(201)
  return answer
}

async function namesOf(query = '', by: By = {}): Promise<string[]> {
  const { json } = await api.call(`/saved-views${query}`, by)
  return json.items.map(({ name }: { name: string }) => name)
}

const patch = (id: string, body: object, headers: Record<string, string> = ANY) =>
  api.call(`/saved-views/${id}`, { method: 'PATCH', body, headers })

describe('a saved view', () => {
  it('is answered as it was kept, with its parameters in order', async () => {
    const { json, headers } = await keep({
      name: ' East ',
      query: 'sort=-since&labelSelector=a%3Db',
    })
    const query = 'labelSelector=a%3Db&sort=-since'
    const kept = { id: json.id, ...view, namespace: null, query, is_default: false, fault: null }
    expect(json).toEqual(kept)
    const read = await api.call(headers.get('location')!.replace('/api/v1', ''))
    expect([read.json, read.headers.get('etag')]).toEqual([kept, headers.get('etag')])
  })

  it('has a name of its own among those of one owner and list', async () => {
    const { json } = await keep()
    await keep({ list: 'placements' })
    await keep({ namespace: 'ieb' })
    const other = (await keep({ name: 'West' })).json
    const again = await api.call('/saved-views', { body: view })
    expect(again.json).toMatchObject({ status: 409, code: 'view_exists' })
    expect((await patch(other.id, { name: 'East' })).json).toMatchObject({ code: 'view_exists' })
    expect((await patch(json.id, { name: 'East' })).status).toBe(200)
  })

  it('that becomes the default takes that from the one before, of its owner and list alone', async () => {
    await keep({ is_default: true })
    await keep({ list: 'placements', name: 'Failed', is_default: true })
    await keep({ namespace: 'ieb', name: 'Ours', is_default: true })
    const { json } = await keep({ name: 'North' })
    expect(await namesOf('?default=true')).toEqual(['East', 'Failed'])
    await patch(json.id, { is_default: true })
    expect(await namesOf('?default=true')).toEqual(['Failed', 'North'])
    await keep({ name: 'South', is_default: true })
    expect(await namesOf('?default=true&list=clusters')).toEqual(['South'])
    expect(await namesOf('?default=true', { token: tokens.reader })).toEqual(['Ours'])
  })

  it('is its owner’s alone, and a team’s is seen by the team and changed by its contributors', async () => {
    const own = (await keep({}, { token: tokens.contributor })).json
    const ours = (await keep({ name: 'Ours', namespace: 'ieb' }, { token: tokens.contributor }))
      .json
    expect(ours).toMatchObject({ namespace: 'ieb' })
    expect(await namesOf('', { token: tokens.contributor })).toEqual(['East', 'Ours'])
    expect(await namesOf('', { token: tokens.reader })).toEqual(['Ours'])
    expect(await namesOf('', { token: tokens.auditor })).toEqual([])
    const statuses = async (id: string, token: string) => {
      const path = `/saved-views/${id}`
      const edit = { method: 'PATCH', body: { query: 'q=a' }, headers: ANY, token } as const
      const removal = { method: 'DELETE', headers: ANY, token } as const
      const answers = [await api.call(path, { token }), await api.call(path, edit)]
      return [...answers, await api.call(path, removal)].map(({ status }) => status)
    }
    const foreign = await api.token('contributor', { team: 'other' })
    expect(await statuses(own.id, await api.token('admin'))).toEqual([404, 404, 404])
    expect(await statuses(ours.id, foreign)).toEqual([404, 404, 404])
    expect(await statuses(ours.id, tokens.reader)).toEqual([200, 403, 403])
    expect(await statuses(ours.id, tokens.contributor)).toEqual([200, 200, 204])
  })

  it('of a deleted team is not that of a later one of its name', async () => {
    const { json } = await keep({ namespace: 'ieb' })
    await api.call('/teams/ieb', { method: 'DELETE', headers: ANY })
    expect((await api.call(`/saved-views/${json.id}`)).status).toBe(404)
    await api.call('/teams?freeName=true', { body: TEAM })
    expect((await api.call(`/saved-views/${json.id}`)).status).toBe(404)
    const token = await api.token('contributor', { team: 'ieb' })
    expect(await namesOf('', { token })).toEqual([])
  })

  it('is one of at most 50 of an owner', async () => {
    await inTenant(api.database, api.tenant.id, (tx) =>
      tx.execute(sql`
        insert into saved_views (tenant, team, list, name, query, is_default, created_by)
        select tenant, object, 'clusters', 'View ' || n, '', false, 'test'
        from revisions, generate_series(1, 50) n where kind = 'team' and name = 'ieb'`),
    )
    const more = await api.call('/saved-views', { body: { ...view, namespace: 'ieb' } })
    expect(more.json).toMatchObject({ status: 409, code: 'too_many' })
    await keep()
  })

  it.each([
    [{ list: 'commits' }, 'one_of'],
    [{ name: ' ' }, 'required'],
    [{ name: 'a'.repeat(101) }, 'too_long'],
    [{ query: 'colour=red' }, 'view_query'],
    [{ query: 'q=a&q=b' }, 'view_query'],
    [{ query: 'labelSelector=%3D%3D' }, 'view_query'],
    [{ query: 'page=abc' }, 'view_query'],
    [{ query: `q=${'a'.repeat(4000)}` }, 'view_query'],
    [{ list: 'matrix', query: 'colour=red' }, 'view_query'],
  ])('%j is refused', async (over, code) => {
    const { json } = await api.call('/saved-views', { body: { ...view, ...over } })
    expect(json).toMatchObject({ status: 422, code })
  })

  it.each([
    ['clusters', 'at=2026-03-01T12%3A00%3A00Z&freshness=late&group=label%3Aregion&limit=20'],
    ['placements', 'state=failed%2Cdegraded&stateFor=15m'],
    ['history', 'from=2026-03-01&to=2026-03-02'],
    ['matrix', 'colour=version&columnsBy=label%3Aregion'],
    ['target-policies', 'effect=exclude'],
  ])('of %s takes %s', async (list, query) => {
    expect((await keep({ list, query })).json).toMatchObject({ query, fault: null })
  })

  it('that this version can’t show says so, and can be mended', async () => {
    const { json } = await keep()
    await inTenant(api.database, api.tenant.id, (tx) =>
      tx.execute(sql`update saved_views set query = 'colour=red'`),
    )
    const fault = 'There is no parameter "colour" of clusters.'
    expect((await api.call('/saved-views')).json.items).toMatchObject([{ fault }])
    expect((await patch(json.id, { name: 'Red' })).json).toMatchObject({ name: 'Red', fault })
    const mended = await patch(json.id, { query: 'q=red' })
    expect(mended.json).toMatchObject({ query: 'q=red', fault: null })
  })

  it('is changed and deleted only as it was read', async () => {
    const { json, headers } = await keep()
    const etag = headers.get('etag')!
    expect((await patch(json.id, { query: 'q=a' }, {})).status).toBe(428)
    expect((await patch(json.id, { query: 'q=a' }, { 'if-match': etag })).status).toBe(200)
    expect((await patch(json.id, { query: 'q=b' }, { 'if-match': etag })).status).toBe(412)
    const remove = (tag: string) =>
      api.call(`/saved-views/${json.id}`, { method: 'DELETE', headers: { 'if-match': tag } })
    expect((await remove(etag)).status).toBe(412)
    expect((await remove('*')).status).toBe(204)
    expect((await remove('*')).status).toBe(404)
  })
})
