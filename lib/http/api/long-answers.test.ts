import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { documentOf } from '#lib/http/testing/bodies.ts'
import { signedInCookie, signInSettings } from '#lib/http/testing/signed-in.ts'

/** Enough for three pages of a stream. */
const CLUSTERS = 2100

let api: TestApi
beforeAll(async () => {
  api = await createTestApi(signInSettings)
  const clusters = Array.from({ length: CLUSTERS }, (_, index) =>
    documentOf('cluster', { name: `c${index}` }),
  )
  expect((await api.call('/apply', { body: clusters })).status).toBe(200)
  const grant = { source: 'group', value: 'auditors', role: 'reader' }
  expect((await api.call('/role-grants', { body: grant })).status).toBe(201)
})

/** An answer whose first rows have arrived. */
async function begin(call: { token?: string | null; headers?: Record<string, string> }) {
  const { response } = await api.respond('/clusters?format=csv', call)
  const reader = response.body!.getReader()
  const readRows = async () => {
    const { done, value } = await reader.read()
    return done ? null : new TextDecoder().decode(value).trimEnd().split('\n').length
  }
  expect(await readRows()).toBe(1)
  return async () => {
    let rows = 0
    for (let more = await readRows(); more !== null; more = await readRows()) rows += more
    return rows
  }
}

describe('an answer that goes on for long', () => {
  it('is whole for whoever may still see it', async () => {
    const rest = await begin({ token: await api.token('reader') })
    expect(await rest()).toBe(CLUSTERS)
  })

  it('ends when the token is revoked that it was begun with', async () => {
    const { id, token } = (await api.call('/tokens', { body: { name: 'x', role: 'reader' } })).json
    const rest = await begin({ token })
    expect((await api.call(`/tokens/${id}`, { method: 'DELETE' })).status).toBe(204)
    await expect(rest()).rejects.toThrow('unknown, expired or revoked')
  })

  it('ends when the person may do less than when it began', async () => {
    const cookie = await signedInCookie(api.services, { name: 'Rita', groups: ['auditors'] })
    const rest = await begin({ token: null, headers: { cookie } })
    const [grant] = (await api.call('/role-grants')).json.items
    await api.call(`/role-grants/${grant.id}`, { method: 'DELETE' })
    await expect(rest()).rejects.toThrow('has changed since this answer began')
  })
})
