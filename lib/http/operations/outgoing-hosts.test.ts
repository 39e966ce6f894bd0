import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'

const PATH = '/outgoing-hosts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})

const put = (body: unknown, headers: Record<string, string> = { 'if-match': '*' }) =>
  api.call(PATH, { method: 'PUT', body, headers })

describe('the hosts that teams’ objects may name', () => {
  it('are none until an admin lists some, who has read them as they are', async () => {
    const { json, headers } = await api.call(PATH)
    expect(json).toEqual({ hosts: [] })
    const etag = headers.get('etag')!
    expect((await api.call(PATH, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const sent = { hosts: ['Hooks.Slack.com', '*.example.com', 'hooks.slack.com'] }
    expect(await put(sent, { 'if-match': etag })).toMatchObject({
      status: 200,
      json: { hosts: ['*.example.com', 'hooks.slack.com'] },
    })
    expect(await put({ hosts: [] }, { 'if-match': etag })).toMatchObject({
      status: 412,
      json: { code: 'precondition_failed' },
    })
    expect(await put({ hosts: [] }, {})).toMatchObject({ status: 428 })
    expect((await api.call(PATH)).json.hosts).toHaveLength(2)
  })

  it('are in the audit with what they were', async () => {
    await put({ hosts: ['a.example'] })
    await put({ hosts: ['b.example'] })
    const { json } = await api.call('/audit?action=outgoing-hosts.replace&limit=1')
    expect(json.items[0]).toMatchObject({
      object: 'outgoing-hosts',
      details: { edits: [{ before: { hosts: ['a.example'] }, after: { hosts: ['b.example'] } }] },
    })
  })

  it.each([
    // body | code | pointer
    [{}, 'required', '/hosts'],
    [{ hosts: ['*'] }, 'host_pattern', '/hosts/0'],
    [{ hosts: ['a.example', 'a.example:443'] }, 'url_format', '/hosts/1'],
    [{ hosts: ['127.0.0.1'] }, 'url_host', '/hosts/0'],
    [{ hosts: Array.from({ length: 101 }, (_, i) => `h${i}`) }, 'too_many', '/hosts'],
    [{ hosts: [], more: 1 }, 'unknown_field', '/more'],
  ])('are not %j', async (body, code, pointer) => {
    const { status, json } = await put(body)
    expect(status).toBe(422)
    expect(json.errors).toContainEqual(expect.objectContaining({ pointer, code }))
  })
})
