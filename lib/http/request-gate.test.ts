import { describe, expect, it } from 'vitest'
import { readEnvironment } from '#lib/env.ts'
import { passGate } from './request-gate.ts'

const DEMO = { BERTH_DEMO: '1' }

type Sent = { method?: string; url?: string; headers?: readonly (readonly [string, string])[] }

function requestOf({ method = 'GET', url = '/teams', headers = [['Host', 'localhost']] }: Sent) {
  const first = new Map<string, string>()
  for (const [name, value] of headers) {
    if (!first.has(name.toLowerCase())) first.set(name.toLowerCase(), value)
  }
  return { method, url, headers: Object.fromEntries(first), rawHeaders: headers.flat() }
}

function statusOf(sent: Sent, settings: Record<string, string> = {}): number | null {
  return passGate(requestOf(sent), readEnvironment(settings))?.status ?? null
}

const fromHost = (host: string, settings: Record<string, string> = DEMO) =>
  statusOf({ headers: [['Host', host]] }, settings)

describe('a demo that answers this machine alone', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    'localhost:3000',
    'localhost:81',
    '127.0.0.1',
    '127.0.0.1:3000',
    '[::1]',
    '[::1]:3000',
  ])('answers to %s', (host) => {
    expect(fromHost(host)).toBe(null)
  })

  it.each([
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    'evil.example.localhost',
    'localhost.',
    '127.0.0.1.evil.example',
    'localhost@evil.example',
    'evil.example@localhost',
    'localhost/evil.example',
    'evil.example/localhost',
    'localhost#.evil.example',
    'evil.example#localhost',
    '10.0.0.1',
    '0.0.0.0',
    '',
    ' ',
    'localhost, evil.example',
    '[::1',
    ':3000',
  ])('does not answer to %j, whoever that points here', (host) => {
    expect(fromHost(host)).toBe(421)
  })

  it('answers to the address that people are told, whatever its port', () => {
    const settings = { ...DEMO, BERTH_URL: 'https://berth.example.com' }
    expect(fromHost('berth.example.com', settings)).toBe(null)
    expect(fromHost('berth.example.com:8443', settings)).toBe(null)
    expect(fromHost('evil.example', settings)).toBe(421)
    expect(fromHost('localhost', settings)).toBe(null)
  })

  it('answers old clients, which name no host: browsers do', () => {
    expect(statusOf({ headers: [] }, DEMO)).toBe(null)
  })

  it.each(['localhost', '::1', '127.0.0.1'])('is one bound to %s', (HOST) => {
    expect(fromHost('evil.example', { ...DEMO, HOST })).toBe(421)
  })

  it('says what to do, and not whom the request was for', () => {
    const sent = requestOf({ headers: [['Host', 'evil.example']] })
    const { text } = passGate(sent, readEnvironment(DEMO))!
    expect(text).toContain('BERTH_URL')
    expect(text).not.toContain('evil')
  })
})

it.each([
  ['bound to every address', { ...DEMO, HOST: '0.0.0.0' }],
  ['that is no demo', {}],
])('a portal %s answers to every host: whoever asks needs a token there', (_, settings) => {
  expect(fromHost('evil.example', settings)).toBe(null)
})

describe('a request goes no further', () => {
  it.each(['TRACE', 'TRACK', 'PROPFIND', 'QUERY', 'get', ''])(
    'with the method %j, and is told which there are',
    (method) => {
      const refusal = passGate(requestOf({ method }), readEnvironment({}))
      expect(refusal).toMatchObject({
        status: 405,
        headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' },
      })
    },
  )

  it.each([
    '/%',
    '/teams/%zz',
    '/teams/%ff',
    '/%ED%A0%80',
    '*',
    '',
    'teams',
    'ftp://h/x',
    'http://a@h/x',
    'http:///x',
    '?x',
  ])('to %j', (url) => {
    expect(statusOf({ url })).toBe(400)
  })

  it.each([
    ['Host', 400],
    ['Authorization', 401],
    ['Content-Type', 400],
  ])('with two headers %s', (name, status) => {
    const headers = [
      ['Host', 'localhost'],
      [name, 'a'],
      [name.toUpperCase(), 'b'],
    ] as const
    expect(statusOf({ headers })).toBe(status)
  })

  it('to the page for failures', () => {
    expect(statusOf({ url: '/_global-error?x' })).toBe(404)
  })
})

describe('a request goes on', () => {
  it.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('with %s', (method) => {
    expect(statusOf({ method })).toBe(null)
  })

  it.each(['/', '/teams?q=%', '/teams/a%20b', '//evil.example/', '/teams?a=b?c'])(
    'to %s',
    (url) => {
      const request = requestOf({ url })
      expect(passGate(request, readEnvironment({}))).toBe(null)
      expect(request.url).toBe(url)
    },
  )

  it.each([
    ['http://berth.example/teams?q=1', 'berth.example', '/teams?q=1'],
    ['HTTPS://berth.example:8443', 'berth.example:8443', '/'],
    ['http://berth.example?q=1', 'berth.example', '/?q=1'],
  ])('as a proxy sends it, to %s, with the host that it names', (url, host, target) => {
    const request = requestOf({ url, headers: [['Host', 'localhost']] })
    expect(passGate(request, readEnvironment({}))).toBe(null)
    expect([request.headers['host'], request.url]).toEqual([host, target])
    expect(statusOf({ url }, DEMO)).toBe(421)
  })
})
