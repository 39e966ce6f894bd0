import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BODY_PACE } from '#lib/usecases/uploads.ts'
import { isPlainCall, readCall, type SentCall } from './action-body.ts'

describe('a call of a server action', () => {
  it.each([
    '[]',
    '[{}]',
    '[null]',
    '["$undefined"]',
    '[{"body":{"description":"$$5 a month","metadata":{"a":"$undefined"}},"etag":null}]',
    `[${'['.repeat(60)}${']'.repeat(60)}]`,
  ])('is plain: %.60s', (body) => {
    expect(isPlainCall(body)).toBe(true)
  })

  it.each([
    '',
    '{}',
    '"$@0"',
    '["$@0"]',
    '["$Q1"]',
    '["$K1"]',
    '["$F1"]',
    '["$h1"]',
    '["$T"]',
    '["$1:__proto__:constructor"]',
    '["$undefined:then"]',
    '["$"]',
    '["\\u0024@0"]',
    '[{"a":[{"b":"$B1"}]}]',
    '[{"__proto__":{}}]',
    '[{"constructor":{"prototype":{}}}]',
    '[1,2]',
    '[1e999]',
    '[1',
    '['.repeat(500_000),
    `[${'['.repeat(70)}${']'.repeat(70)}]`,
  ])('is none of plain data: %.60s', (body) => {
    expect(isPlainCall(body)).toBe(false)
  })

  it('may be a long list', () => {
    const long = JSON.stringify([Array.from({ length: 300_000 }, () => 1)])
    expect(isPlainCall(long)).toBe(true)
    expect(isPlainCall(long.replace(',1,', ',"$1",'))).toBe(false)
  })
})

describe('a request for a server action', () => {
  const asked: { call: SentCall; body: string }[] = []
  let pace = BODY_PACE
  const look = async (request: IncomingMessage) => {
    const call = await readCall(request, pace)
    asked.push({ call, body: call === 'plain' ? await text(request) : '' })
  }
  const server = createServer((request, response) => {
    void look(request).then(() => response.end('looked'))
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => server.close())

  /** Sends the parts one by one, and answers how they were read. */
  async function send(headers: readonly string[], parts: readonly string[], length?: number) {
    const before = asked.length
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    const bytes = length ?? Buffer.byteLength(parts.join(''))
    socket.setNoDelay(true)
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\n${[...headers, `Content-Length: ${bytes}`].join('\r\n')}\r\n\r\n`,
    )
    for (const part of parts) {
      socket.write(part)
      await new Promise((resolve) => setImmediate(resolve))
    }
    if (length !== undefined) socket.destroy()
    await expect.poll(() => asked.length).toBe(before + 1)
    socket.destroy()
    return asked.at(-1)
  }

  const CALL = ['Next-Action: 40ab', 'Content-Type: text/plain;charset=UTF-8']

  it.each([
    ['at once', ['[{"reason":"Because"}]']],
    ['byte by byte', Array.from('[{"reason":"Because"}]')],
    ['large', [`["${'a'.repeat(900_000)}"]`]],
    ['in letters of several bytes', ['["é日本👍"]']],
  ])('is read twice when it comes %s', async (_, parts) => {
    expect(await send(CALL, parts)).toEqual({ call: 'plain', body: parts.join('') })
  })

  it.each([
    ['no action', CALL.slice(1)],
    ['no type', CALL.slice(0, 1)],
    ['the type of a form', ['Next-Action: 40ab', 'Content-Type: multipart/form-data; boundary=x']],
    ['a type that only begins so', ['Next-Action: 40ab', 'Content-Type: text/plainer']],
  ])('names %s', async (_, headers) => {
    expect(await send(headers, ['[]'])).toEqual({ call: 'other', body: '' })
  })

  it('comes at some pace', async () => {
    pace = { graceMs: 20, bytesPerSecond: 1_000_000 }
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${CALL.join('\r\n')}\r\nContent-Length: 9\r\n\r\n[`)
    await expect.poll(() => asked.at(-1)?.call).toBe('slow')
    pace = BODY_PACE
    socket.destroy()
  })

  it('has a body, and all of it', async () => {
    expect(await send(CALL, [])).toEqual({ call: 'other', body: '' })
    expect(await send(CALL, ['["a'], 100)).toEqual({ call: 'other', body: '' })
  })
})
