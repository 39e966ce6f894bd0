import type { IncomingHttpHeaders } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { openOutgoing } from '#lib/adapters/outgoing/call-out.ts'
import { reachOf } from '#lib/adapters/outgoing/reach.ts'
import { listening } from '#lib/adapters/outgoing/testing/server.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'

const PATH = '/metric-sources'
const FROM = '2026-11-22T10:00:00Z'
const SPAN = `from=${FROM}&to=2026-11-22T11:00:00Z&step=15m`
const T = Date.parse(FROM) / 1000

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  const callOut = openOutgoing(reachOf({ privateNetworks: [], thisMachine: true }))
  Object.assign(api.services, { callOut })
})

type Asked = { readonly headers: IncomingHttpHeaders; readonly body: string }

/** A Prometheus of one line, which notes what it is asked. */
async function startPrometheus() {
  const asked: Asked[] = []
  const state = { status: 200 }
  const port = await listening((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      asked.push({ headers: request.headers, body })
      const result = [
        {
          metric: { dest: 'east' },
          values: [
            [T, '1.5'],
            [T + 900, '2'],
          ],
        },
      ]
      const json = { status: 'success', data: { resultType: 'matrix', result } }
      response.writeHead(state.status).end(JSON.stringify(json))
    })
  })
  return { url: `http://127.0.0.1:${port}`, asked, state }
}

const save = (name: string, fields: object) =>
  api.call(PATH, { body: { name, kind: 'prometheus', ...fields } })

describe('a source of metrics', () => {
  it('is asked with its secret, which nobody is told, and its answer is drawn on the instants of the step', async () => {
    const { url, asked } = await startPrometheus()
    const queries = [{ metric: 'sync_duration', query: 'avg(rate(x[$step]))' }]
    const sent = { url, auth: 'basic', username: 'berth', secret: 's3cr3t', queries }
    expect(await save('prometheus', sent)).toMatchObject({ status: 201, json: { secret: 'set' } })
    const series = `${PATH}/prometheus/series?metric=sync_duration&${SPAN}`
    const answer = await api.call(series)
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({
      source: 'prometheus',
      metric: 'sync_duration',
      unit: 'seconds',
      step: '15m',
      failure: null,
      left_out: 0,
      series: [{ key: 'dest=east' }],
    })
    expect(answer.json.series[0].points).toEqual([
      ['2026-11-22T10:00:00.000Z', 1.5],
      ['2026-11-22T10:15:00.000Z', 2],
      ['2026-11-22T10:30:00.000Z', null],
      ['2026-11-22T10:45:00.000Z', null],
      ['2026-11-22T11:00:00.000Z', null],
    ])
    expect(await api.call(series)).toMatchObject({ text: answer.text })
    expect(asked).toHaveLength(1)
    expect(asked[0]?.headers.authorization).toBe(
      `Basic ${Buffer.from('berth:s3cr3t').toString('base64')}`,
    )
    expect(new URLSearchParams(asked[0]?.body).get('query')).toBe('avg(rate(x[900s]))')
    for (const path of [`${PATH}/prometheus`, '/audit', '/changes']) {
      expect((await api.call(path)).text).not.toContain('s3cr3t')
    }
  })

  it('is asked for the steps of Berth’s own charts, by the clocks of a place, so that it lies over these', async () => {
    const { url, asked } = await startPrometheus()
    await save('over', { url, queries: [{ metric: 'sync_outcomes', query: 'increase(x[$step])' }] })
    const days = 'metric=sync_outcomes&from=2026-11-20T03:00:00Z&to=2026-11-22T03:00:00Z&step=1d'
    const { json } = await api.call(`${PATH}/over/series?${days}&tz=Asia/Tokyo`)
    expect(json.series[0].points.map(([t]: [string]) => t)).toEqual([
      '2026-11-19T15:00:00.000Z',
      '2026-11-20T15:00:00.000Z',
      '2026-11-21T15:00:00.000Z',
      '2026-11-22T15:00:00.000Z',
    ])
    const sent = new URLSearchParams(asked[0]?.body)
    expect(sent.get('start')).toBe(String(Date.parse('2026-11-19T15:00:00Z') / 1000))
    const wrong = await api.call(`${PATH}/over/series?${days}&tz=Mars`)
    expect(wrong).toMatchObject({ status: 400, json: { errors: [{ code: 'param_tz' }] } })
  })

  it('that fails is told in 200, and is asked anew once it was edited', async () => {
    const { url, asked, state } = await startPrometheus()
    const queries = [{ metric: 'own', query: 'x' }]
    await save('failing', { url, queries })
    const series = `${PATH}/failing/series?metric=own&${SPAN}`
    state.status = 503
    expect(await api.call(series)).toMatchObject({
      status: 200,
      json: { failure: 'The source answers with status 503.', as_of: null, series: [], unit: null },
    })
    state.status = 200
    const headers = { 'if-match': '*' }
    await api.call(`${PATH}/failing`, { method: 'PATCH', headers, body: { description: 'x' } })
    expect((await api.call(series)).json).toMatchObject({ failure: null, series: [{}] })
    expect(asked).toHaveLength(2)
  })

  it('is not called where it may not be: the answer says so', async () => {
    await save('metadata', {
      url: 'https://metadata.example.com',
      queries: [{ metric: 'own', query: 'x' }],
    })
    const callOut = openOutgoing(
      reachOf({ privateNetworks: ['0.0.0.0/0'], thisMachine: false }),
      async () => ['169.254.169.254'],
    )
    const before = api.services.callOut
    Object.assign(api.services, { callOut })
    const { json } = await api.call(`${PATH}/metadata/series?metric=own&${SPAN}`)
    Object.assign(api.services, { callOut: before })
    expect(json.failure).toContain('a metadata service')
  })

  it('keeps its secret for its host alone', async () => {
    await save('kept', { url: 'https://a.example.com', auth: 'bearer', secret: 'token' })
    const headers = { 'if-match': '*' }
    const move = (body: object) => api.call(`${PATH}/kept`, { method: 'PATCH', headers, body })
    expect(await move({ url: 'https://evil.example.com' })).toMatchObject({
      status: 422,
      json: { errors: [{ code: 'credential_of_another_server', pointer: '/secret' }] },
    })
    expect(await move({ url: 'https://a.example.com/prometheus' })).toMatchObject({ status: 200 })
  })

  it.each([
    ['', 'metric'],
    ['metric=other', 'metric'],
    [`metric=own&from=2026-01-02&to=2026-01-01`, 'to'],
    [`metric=own&from=2026-01-01&to=2026-01-03&step=1m`, 'step'],
    [`metric=own&step=2h`, 'step'],
  ])('is not asked %j', async (query, parameter) => {
    await save('strict', {
      url: 'https://a.example.com',
      queries: [{ metric: 'own', query: 'x' }],
    })
    const { status, json } = await api.call(`${PATH}/strict/series?${query}`)
    expect([status, json.code]).toEqual([400, `param_${parameter}`])
  })
})
