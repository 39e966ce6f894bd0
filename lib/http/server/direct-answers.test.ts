// What the server answers itself, over real connections.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi } from '#lib/http/testing/api.ts'
import { jsonResponse } from '#lib/http/api/operation.ts'
import { eventStream } from '#lib/http/api/event-stream.ts'
import { exportStream } from '#lib/http/api/export-stream.ts'
import { originOf } from '#lib/http/request/request-origin.ts'
import { readEnvironment } from '#lib/settings/env.ts'
import { installServices } from '#lib/usecases/services.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import { answerDirectly } from './direct-answers.ts'
import { passGate } from './request-gate.ts'
import { endUnreadBody } from './unread-bodies.ts'
import { sendAnswer } from './web-answer.ts'

const URL_OF_PORTAL = 'https://berth.example.com'
const environment = readEnvironment({ BERTH_URL: URL_OF_PORTAL, LOG_LEVEL: 'silent' })
const LONG = 'a list of many things '.repeat(100)

let answerer: (request: Request) => Response | Promise<Response>
const server = createServer((request, response) => {
  endUnreadBody(request, response, 50)
  response.setHeaders(
    new Map(Object.entries(passGate(request, environment, { dev: false }).headers)),
  )
  void answerDirectly((asked) => answerer(asked), request, response, environment.url)
})
beforeAll(async () => {
  installServices((await createTestApi()).services)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const port = () => (server.address() as AddressInfo).port

type Sent = { method?: string; path?: string; headers?: Record<string, string>; body?: string }

/** The answer before its body was read. */
async function send({ method = 'GET', path = '/api/v1/x', headers, body }: Sent = {}) {
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  const sent = ask({ port: port(), method, path, headers: { ...headers, ...length }, agent: false })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return answer
}

describe('a request', () => {
  it('is read as the gate left it: no header of a client says where it comes from, and none names the portal', async () => {
    let seen: Request | undefined
    answerer = (request) => {
      seen = request
      return new Response()
    }
    const headers = {
      Host: 'other.example.com',
      'X-Berth-Address': '192.0.2.66',
      'X-Forwarded-Host': 'other.example.com',
      Accept: 'text/csv',
    }
    await send({ path: '/api/v1/teams?limit=2', headers })
    expect(seen?.url).toBe(`${URL_OF_PORTAL}/api/v1/teams?limit=2`)
    expect(originOf(seen!.headers).address).toBe('127.0.0.1')
    const all = new Headers(seen?.headers)
    expect(all.get('x-berth-address')).toBe('127.0.0.1')
    expect([all.get('host'), all.get('x-forwarded-host')]).toEqual(['berth.example.com', null])
    expect(all.get('accept')).toBe('text/csv')
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('with %s has its body', async (method) => {
    answerer = async (request) =>
      jsonResponse({ method: request.method, body: await request.text() })
    const answer = await send({ method, body: LONG })
    expect(JSON.parse(await text(answer))).toEqual({ method, body: LONG })
  })

  it('whose body nobody reads on is answered, and told why', async () => {
    answerer = async (request) => {
      const reader = request.body!.getReader()
      await reader.read()
      void reader.cancel()
      return jsonResponse({ read: 'enough' }, { status: 413 })
    }
    const socket = connect(port(), '127.0.0.1')
    socket.write('POST /api/v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n{')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1.1 413 /)
    await once(socket, 'close')
  })

  it('is aborted when its client goes away, and not when it was answered', async () => {
    const { promise: aborted, resolve: abort } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<Request>()
    answerer = async (request) => {
      request.signal.addEventListener('abort', () => abort())
      begin(request)
      await aborted
      return new Response()
    }
    const socket = connect(port(), '127.0.0.1')
    socket.write('GET /api/v1/x HTTP/1.1\r\nHost: x\r\n\r\n')
    const request = await begun
    socket.destroy()
    await aborted
    expect(request.signal.aborted).toBe(true)

    let answered: Request | undefined
    answerer = (asked) => {
      answered = asked
      return jsonResponse({})
    }
    await text(await send())
    expect(answered?.signal.aborted).toBe(false)
  })
})

describe('an answer', () => {
  it('has its status, the headers of the gate and its own, with each of several cookies', async () => {
    answerer = () => {
      const answer = jsonResponse({ a: 1 }, { status: 201, headers: { ETag: '"1"' } })
      for (const cookie of ['a=1; Path=/', 'b=2']) answer.headers.append('Set-Cookie', cookie)
      return answer
    }
    const { statusCode, headers } = await send()
    expect(statusCode).toBe(201)
    expect(headers).toMatchObject({
      etag: '"1"',
      'set-cookie': ['a=1; Path=/', 'b=2'],
      'content-length': '7',
      'x-content-type-options': 'nosniff',
    })
  })

  it('to HEAD is that to GET without a body, of which nothing is made', async () => {
    answerer = () => jsonResponse({ a: LONG })
    const answer = await send({ method: 'HEAD' })
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(LONG.length)
    expect(await text(answer)).toBe('')

    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    let pages = 0
    const next = async () => `${(pages += 1)}`
    answerer = () => new Response(exportStream({ next, close }))
    await text(await send({ method: 'HEAD' }))
    await closed
    expect(pages).toBe(0)
  })

  it('without a length comes at the pace of its reader, and ends when the reader leaves', async () => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    let pages = 0
    const page = 'x'.repeat(1024 * 1024)
    const next = async () => {
      pages += 1
      return page
    }
    answerer = () =>
      new Response(exportStream({ next, close }), { headers: { 'Content-Type': 'x/y' } })
    const answer = await send()
    await once(answer, 'readable')
    let before = -1
    await expect
      .poll(() => {
        const isStill = before === pages
        before = pages
        return isStill
      })
      .toBe(true)
    expect(pages).toBeLessThan(50)
    answer.destroy()
    await closed
  })

  it('is cut off for whoever takes nothing of it any more, at its end too, and goes on for whoever waits with it', async () => {
    type Begun = { response: ServerResponse; waited: Promise<unknown>; closed: Promise<unknown> }
    const { promise: begun, resolve: begin } = Promise.withResolvers<Begun>()
    const { promise: more, resolve: tell } = Promise.withResolvers<string>()
    const impatient = createServer((request, response) => {
      begin({ response, waited: once(response, 'timeout'), closed: once(response, 'close') })
      const body = new ReadableStream<string>({
        pull: async (stream) => {
          stream.enqueue(await more)
          stream.close()
        },
      }).pipeThrough(new TextEncoderStream())
      void sendAnswer(new Response(body), request, response, 10).catch(() => undefined)
    })
    impatient.listen(0, '127.0.0.1')
    await once(impatient, 'listening')
    const socket = connect((impatient.address() as AddressInfo).port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'data')
    socket.pause()
    const { response, waited, closed } = await begun
    await waited
    expect(response.destroyed).toBe(false)
    // More than the buffers of both systems take.
    tell('x'.repeat(20 * 1024 * 1024))
    await closed
    expect(response.writableFinished).toBe(false)
    socket.destroy()
    impatient.close()
  })

  it('of events begins before the first of them, and is never compressed', async () => {
    const { promise: left, resolve: leave } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<(text: string) => void>()
    answerer = () =>
      eventStream((sink) => {
        begin(sink.send)
        return leave
      })
    const answer = await send({ headers: { 'Accept-Encoding': 'gzip' } })
    expect(answer.headers['content-encoding']).toBeUndefined()
    const heard = once(answer, 'data')
    const tell = await begun
    tell('data: 1\n\n')
    expect(String((await heard)[0])).toBe('data: 1\n\n')
    answer.destroy()
    await left
  })

  it('that fails is a problem which says nothing of why', async () => {
    answerer = () => Promise.reject(new Error('of no concern to clients'))
    const answer = await send()
    expect(answer.statusCode).toBe(500)
    expect(await text(answer)).not.toContain('concern')
  })

  it('that fails once it has begun is cut off, so that nobody takes it for whole', async () => {
    let pages = 0
    const next = async () => {
      pages += 1
      if (pages > 1) throw new Refusal('unauthenticated', 'Your rights are others now.')
      return 'a,b\n'
    }
    answerer = () =>
      new Response(exportStream({ next, close: () => undefined }), {
        headers: { 'Content-Type': 'text/csv' },
      })
    const answer = await send()
    expect(answer.statusCode).toBe(200)
    await expect(text(answer)).rejects.toThrow('aborted')
  })
})

describe('compression', () => {
  const csv = () => {
    const pages = [LONG, LONG]
    const next = async () => pages.pop() ?? null
    return new Response(exportStream({ next, close: () => undefined }), {
      headers: { 'Content-Type': 'text/csv; charset=utf-8' },
    })
  }

  it.each([
    ['a long one', () => jsonResponse({ a: LONG }), JSON.stringify({ a: LONG })],
    ['one that goes on', csv, `${LONG}${LONG}`],
  ])('is of %s, for clients that read it', async (_, answered, expected) => {
    answerer = answered
    const answer = await send({ headers: { 'Accept-Encoding': 'br, gzip;q=0.5' } })
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    const sent = await buffer(answer)
    expect(sent.length).toBeLessThan(expected.length / 2)
    expect(gunzipSync(sent).toString()).toBe(expected)
    for (const accepted of [undefined, 'identity', 'gzip;q=0', 'br']) {
      const headers: Record<string, string> =
        accepted === undefined ? {} : { 'Accept-Encoding': accepted }
      const plain = await send({ headers })
      expect([plain.headers['content-encoding'], await text(plain)]).toEqual([undefined, expected])
      expect(plain.headers.vary).toBe('Accept-Encoding')
    }
  })

  it.each([
    ['short', () => jsonResponse({ a: 1 })],
    [
      'no text',
      () => new Response(LONG, { headers: { 'Content-Type': 'application/x-git-result' } }),
    ],
  ])('is not of an answer that is %s', async (_, answered) => {
    answerer = answered
    const { headers } = await send({ headers: { 'Accept-Encoding': 'gzip' } })
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined])
  })
})
