// Bodies that a cluster, or whoever holds its token, may send instead of a report, over a real socket.
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerApi } from '#lib/http/operations/routes.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { cluster } from '#lib/http/testing/bodies.ts'
import { argoApplication, listOf } from '#lib/http/testing/reports.ts'
import { type StreamingServer, startStreamingServer } from '#lib/http/testing/streaming-server.ts'
import { installServices } from '#lib/usecases/services.ts'

const MIB = 1024 * 1024
const PATH = `/api/v1/clusters/${cluster.name}/report`

let api: TestApi
let server: StreamingServer
let token: string
beforeAll(async () => {
  api = await createTestApi()
  expect((await api.call('/clusters', { body: cluster })).status).toBe(201)
  token = await api.token('contributor', { cluster: cluster.name })
  server = await startStreamingServer((request) => {
    installServices(api.services)
    return answerApi(request)
  })
})
afterAll(() => server.close())

async function put(body: BodyInit, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}${PATH}`, {
    method: 'PUT',
    body,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
  })
  const { code }: { code?: unknown } = await response.json()
  return [response.status, code]
}

const gzip = { 'content-encoding': 'gzip' }
const zip = (text: string | Buffer) => new Uint8Array(gzipSync(text))
const list = JSON.stringify(listOf(argoApplication()))
const long = JSON.stringify(
  listOf(...Array.from({ length: 1000 }, (_, index) => argoApplication({ name: `a--${index}` }))),
  null,
  4,
)

/** What is sent on a socket of its own, and the first line that comes back. */
async function raw(head: readonly string[], body: string): Promise<string> {
  const lines = [
    `PUT ${PATH} HTTP/1.1`,
    'Host: portal',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    ...head,
  ]
  const socket = await server.open(`${lines.join('\r\n')}\r\n\r\n${body}`)
  let text = ''
  for await (const chunk of socket) {
    text += String(chunk)
    if (text.includes('\r\n')) break
  }
  return text.split('\r\n', 1)[0] ?? ''
}

/** Whether a report of the cluster is being received. */
function isSending(): boolean {
  try {
    api.services.reports.begin(api.tenant.id, cluster.name).end()
    return false
  } catch {
    return true
  }
}

describe('a report over a socket', () => {
  it('is taken as it is and compressed, short and long', async () => {
    expect(await put(list)).toEqual([200, undefined])
    expect(await put(zip(list), gzip)).toEqual([200, undefined])
    expect(await put(list, { 'content-encoding': 'identity' })).toEqual([200, undefined])
    expect(await put(zip(long), gzip)).toEqual([200, undefined])
    expect(await put(long)).toEqual([200, undefined])
  })

  it.each(['br', 'deflate', 'zstd', 'gzip, gzip', 'x'])(
    'is refused where it is encoded as %s',
    async (encoding) => {
      expect(await put(list, { 'content-encoding': encoding })).toEqual([
        415,
        'unsupported_media_type',
      ])
    },
  )

  it('is refused as anything but JSON', async () => {
    expect(await put(list, { 'content-type': 'text/plain' })).toEqual([
      415,
      'unsupported_media_type',
    ])
  })

  it.each([
    ['a bomb', () => zip(Buffer.alloc(40 * MIB)), 413, 'report_too_large'],
    ['a small bomb', () => zip(' '.repeat(4 * MIB)), 413, 'report_too_large'],
    ['half of gzip', () => zip(long).slice(0, -100), 400, 'report_invalid'],
    ['no gzip', () => new TextEncoder().encode(list), 400, 'report_invalid'],
    ['half a report', () => zip(long.slice(0, -100)), 400, 'malformed_json'],
  ] as const)('that is %s is refused', async (_, body, status, code) => {
    expect(await put(body(), gzip)).toEqual([status, code])
  })

  it('of a hundred megabytes is refused before any of it is read', async () => {
    expect(await raw([`Content-Length: ${100 * MIB}`], '')).toContain(' 413 ')
    expect(await raw([`Content-Length: ${9 * MIB}`, 'Content-Encoding: gzip'], '')).toContain(
      ' 413 ',
    )
  })

  it('that ends in the middle leaves the cluster free to send another', async () => {
    const socket = await server.open(
      [
        `PUT ${PATH} HTTP/1.1`,
        'Host: portal',
        `Authorization: Bearer ${token}`,
        'Content-Type: application/json',
        'Content-Length: 1000',
        '',
        '{"kind":',
      ].join('\r\n'),
    )
    while (!isSending()) await setImmediate()
    expect(await put(list)).toEqual([429, 'report_in_progress'])
    socket.destroy()
    while (isSending()) await setImmediate()
    expect(await put(list)).toEqual([200, undefined])
  })
})
