// What is sent to have a cluster hold its version, and what is wrong with it.
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { followVersions, saveEnvironments } from '#lib/http/testing/rollouts.ts'
import { application, cluster, save } from '#lib/worker/testing/fleets.ts'

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const REASON = 'No changes before Christmas.'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await saveEnvironments(api)
  await save(api, 'PATCH', '/environments/qa', { hold: '30d' })
  await followVersions(api)
  await save(api, 'POST', '/applications', application('by-branch'))
  await save(api, 'POST', '/clusters', cluster('far', 'west', 'qa'))
})

const pathOf = (name: string, of = 'ieb/app1') => `/clusters/${name}/holds/${of}`

function put(path: string, body: unknown) {
  return api.call(path, { method: 'PUT', body, headers: { 'if-match': '*' } })
}

describe('a hold', () => {
  const valid = () => ({ until: inDays(7), reason: REASON })

  it.each([
    {
      what: 'a reason of blanks around two letters',
      body: { reason: '  ab ' },
      code: 'reason_required',
      at: '/reason',
    },
    { what: 'an empty reason', body: { reason: '' }, code: 'reason_required', at: '/reason' },
    { what: 'no reason', body: { reason: undefined }, code: 'required', at: '/reason' },
    { what: 'a reason that is a number', body: { reason: 123 }, code: 'type', at: '/reason' },
    {
      what: 'a bell in the reason',
      body: { reason: 'not\u0007now' },
      code: 'control_char',
      at: '/reason',
    },
    {
      what: 'a reason of two lines',
      body: { reason: 'not\nnow' },
      code: 'control_char',
      at: '/reason',
    },
    {
      what: 'a line separator',
      body: { reason: 'not\u2028now' },
      code: 'control_char',
      at: '/reason',
    },
    {
      what: 'half a surrogate pair',
      body: { reason: 'not \ud800 now' },
      code: 'invalid_unicode',
      at: '/reason',
    },
    {
      what: 'a very long reason',
      body: { reason: 'x'.repeat(1001) },
      code: 'too_long',
      at: '/reason',
    },
    { what: 'a date that is over', body: { until: inDays(-1) }, code: 'hold_over', at: '/until' },
    {
      what: 'the year 1970',
      body: { until: '1970-01-01T00:00:00Z' },
      code: 'hold_over',
      at: '/until',
    },
    {
      what: 'more than is allowed',
      body: { until: inDays(30.1) },
      code: 'hold_too_long',
      at: '/until',
    },
    {
      what: 'the year 9999',
      body: { until: '9999-12-31T23:59:59Z' },
      code: 'hold_too_long',
      at: '/until',
    },
    {
      what: 'the last date of all',
      body: { until: '+275760-09-13T00:00:00Z' },
      code: 'type',
      at: '/until',
    },
    {
      what: 'a month that isn’t',
      body: { until: '2026-13-01T00:00:00Z' },
      code: 'type',
      at: '/until',
    },
    { what: 'a day without a time', body: { until: '2026-12-24' }, code: 'type', at: '/until' },
    {
      what: 'a time without a zone',
      body: { until: '2026-12-24T18:00:00' },
      code: 'type',
      at: '/until',
    },
    { what: 'a duration', body: { until: '7d' }, code: 'type', at: '/until' },
    { what: 'a number', body: { until: Date.now() + DAY_MS }, code: 'type', at: '/until' },
    { what: 'null', body: { until: null }, code: 'type', at: '/until' },
    { what: 'no date', body: { until: undefined }, code: 'required', at: '/until' },
    { what: 'who wrote it', body: { by: 'ann' }, code: 'unknown_field', at: '/by' },
  ])('is refused with $what', async ({ body, code, at }) => {
    const refused = await put(pathOf('q1'), { ...valid(), ...body })
    expect(refused, refused.text).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: at, code }] },
    })
    expect((await api.call(pathOf('q1'))).status).toBe(404)
  })

  it('is told all that is wrong with it at once', async () => {
    const { json } = await put(pathOf('q1'), { until: inDays(-1), reason: 'x' })
    expect(json.errors.map(({ code }: { code: string }) => code)).toEqual([
      'reason_required',
      'hold_over',
    ])
  })

  it.each([
    { what: 'nothing', text: 'null' },
    { what: 'a list', text: '[]' },
    { what: 'a text', text: '"until"' },
    { what: 'a key twice', text: '{"reason": "one two", "reason": "three"}' },
  ])('is refused as $what', async ({ text }) => {
    const headers = { 'if-match': '*', 'content-type': 'application/json' }
    const refused = await api.call(pathOf('q1'), { method: 'PUT', text, headers })
    expect(refused.status, refused.text).toBeGreaterThanOrEqual(400)
    expect(refused.status).toBeLessThan(500)
    expect(refused.json.code).not.toBe('not_found')
  })

  it.each([
    { path: pathOf('nowhere'), status: 404, code: 'not_found' },
    { path: pathOf('q1', 'ieb/nothing'), status: 404, code: 'not_found' },
    { path: pathOf('q1', 'nobody/app1'), status: 404, code: 'not_found' },
    { path: pathOf('q1', 'ieb/by-branch'), status: 409, code: 'follows_branch' },
    { path: pathOf('far'), status: 409, code: 'not_released' },
    { path: pathOf('p1'), status: 409, code: 'hold_not_allowed' },
  ])('at $path is refused: $code', async ({ path, status, code }) => {
    expect(await put(path, valid())).toMatchObject({ status, json: { code } })
  })

  it('may be sent in any time zone, and is answered in UTC', async () => {
    const until = new Date(Math.ceil(Date.now() / 1000) * 1000 + DAY_MS)
    const there = new Date(until.getTime() + 5.5 * 3_600_000).toISOString()
    const sent = { until: there.replace('Z', '+05:30'), reason: ` ${REASON}` }
    const held = await put(pathOf('q3'), sent)
    expect(held, held.text).toMatchObject({ status: 201, json: { until: until.toISOString() } })
  })

  it('is kept once, however often it is sent, and is another one with another date', async () => {
    const sent = valid()
    const first = await put(pathOf('q2'), sent)
    expect(first.status, first.text).toBe(201)
    const again = await put(pathOf('q2'), sent)
    expect(again).toMatchObject({ status: 200, json: first.json })
    expect(again.headers.get('berth-change')).toBeNull()
    const longer = await put(pathOf('q2'), { ...sent, until: inDays(9) })
    expect(longer).toMatchObject({ status: 200, json: { since: first.json.since } })
    expect(longer.json.change).toBeGreaterThan(first.json.change)
    const { items } = (await api.call('/applications/ieb/app1/holds')).json
    expect(items.filter(({ cluster: on }: { cluster: string }) => on === 'q2')).toHaveLength(1)
  })

  it('counts from when it was first written, however often it is extended', async () => {
    await put(pathOf('q4'), valid())
    const tooLong = await put(pathOf('q4'), { reason: REASON, until: inDays(31) })
    expect(tooLong).toMatchObject({ status: 422, json: { errors: [{ code: 'hold_too_long' }] } })
  })
})
