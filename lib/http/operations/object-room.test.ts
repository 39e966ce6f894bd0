// How many objects of a kind each owner may have, where Berth looks at all of them again and again.
import { expect, it } from 'vitest'
import { createTestApi } from '#lib/http/testing/api.ts'
import { documentOf, kinds } from '#lib/http/testing/bodies.ts'

const bounded = ['alert-rule', 'freeze'] as const

const namesOf = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`)

it.each(bounded)(
  '%s: the platform has a hundred at most, and each can still be edited',
  async (kind) => {
    const api = await createTestApi()
    const { collection, body } = kinds[kind]
    const all = namesOf(100, 'one').map((name) => documentOf(kind, { ...body, name }))
    expect(await api.call('/apply', { body: all })).toMatchObject({ status: 200 })
    expect(await api.call(collection, { body: { ...body, name: 'more' } })).toMatchObject({
      status: 409,
      json: { code: 'too_many', detail: expect.stringContaining('The platform may have 100 ') },
    })
    const edited = await api.call(`${collection}/one-0`, {
      method: 'PATCH',
      body: { description: 'Still edited' },
      headers: { 'if-match': '*' },
    })
    expect(edited.status).toBe(200)
  },
)

it.each(bounded)('%s: a team has twenty at most, and takes no room of another', async (kind) => {
  const api = await createTestApi()
  const { collection, body } = kinds[kind]
  const owned = (team: string) => (kind === 'freeze' ? { namespaces: [team] } : { namespace: team })
  const create = (name: string, team: object = {}) =>
    api.call(collection, { body: { ...body, ...team, name } })
  const teams = ['ieb', 'payments'].map((name) => documentOf('team', { name, groups: [] }))
  const full = namesOf(20, 'ours').map((name) =>
    documentOf(kind, { ...body, ...owned('ieb'), name }),
  )
  expect(await api.call('/apply', { body: [...teams, ...full] })).toMatchObject({ status: 200 })
  const refused = {
    status: 409,
    json: { code: 'too_many', detail: expect.stringContaining('Team ieb may have 20 ') },
  }
  expect(await create('more', owned('ieb'))).toMatchObject(refused)
  expect(await create('theirs', owned('payments'))).toMatchObject({ status: 201 })
  expect(await create('everybodys')).toMatchObject({ status: 201 })
  const given = await api.call(`${collection}/everybodys`, {
    method: 'PATCH',
    body: owned('ieb'),
    headers: { 'if-match': '*' },
  })
  expect(given).toMatchObject(refused)
})
