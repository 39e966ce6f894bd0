import { describe, expect, it } from 'vitest'
import { readEnvironment } from '#lib/settings/env.ts'
import { passGate } from './request-gate.ts'

const DEMO = { BERTH_DEMO: '1' }

const OWN_PAGE = ['Sec-Fetch-Site', 'same-origin'] as const

type Sent = { method?: string; url?: string; headers?: readonly (readonly [string, string])[] }

function requestOf({ method = 'GET', url = '/teams', headers = [['Host', 'localhost']] }: Sent) {
  const first = new Map<string, string>()
  for (const [name, value] of headers) {
    if (!first.has(name.toLowerCase())) first.set(name.toLowerCase(), value)
  }
  // As Node.js gives them: an object without a prototype.
  const read: Record<string, string | undefined> = Object.fromEntries(first)
  const socket = { remoteAddress: '::ffff:10.1.2.3' }
  return { method, url, headers: read, rawHeaders: headers.flat(), socket }
}

function passageOf(sent: Sent, settings: Record<string, string> = {}, dev = false) {
  const request = requestOf(sent)
  return { request, ...passGate(request, readEnvironment(settings), { dev }) }
}

function statusOf(sent: Sent, settings: Record<string, string> = {}): number | null {
  return passageOf(sent, settings).refusal?.status ?? null
}

const fromHost = (host: string, settings: Record<string, string> = DEMO) =>
  statusOf({ url: '/api/v1/me', headers: [['Host', host]] }, settings)

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

  it('redirects pages under another of its names to the one that it signs in at', () => {
    const sent = { url: '/teams?sort=-name', headers: [['Host', '127.0.0.1:3000']] } as const
    expect(passageOf(sent, DEMO).refusal).toMatchObject({
      status: 307,
      headers: { Location: 'http://localhost:3000/teams?sort=-name' },
    })
    expect(statusOf({ url: '//evil.example', headers: sent.headers }, DEMO)).toBe(307)
    const far = passageOf({ url: '//evil.example', headers: sent.headers }, DEMO).refusal
    expect(far?.headers['Location']).toMatch(/^http:\/\/localhost:3000\//)
    expect(statusOf({ ...sent, headers: [['Host', 'localhost:3000']] }, DEMO)).toBe(null)
    expect(statusOf(sent, {})).toBe(null)
    expect(statusOf(sent, { ...DEMO, HOST: '0.0.0.0' })).toBe(null)
  })

  it('answers old clients, which name no host: browsers do', () => {
    expect(statusOf({ headers: [] }, DEMO)).toBe(null)
  })

  it.each(['localhost', '::1', '127.0.0.1'])('is one bound to %s', (HOST) => {
    expect(fromHost('evil.example', { ...DEMO, HOST })).toBe(421)
  })

  it('says what to do, and not whom the request was for', () => {
    const { refusal } = passageOf({ headers: [['Host', 'evil.example']] }, DEMO)
    expect(refusal?.text).toContain('BERTH_URL')
    expect(refusal?.text).not.toContain('evil')
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
      expect(passageOf({ method }).refusal).toMatchObject({
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

  it.each(['/_global-error?x', '/_next/image?url=%2Ficon.svg&w=64&q=75', '/_next/image/'])(
    'to %s, which nobody needs',
    (url) => {
      expect(statusOf({ url })).toBe(404)
    },
  )
})

describe('a request goes on', () => {
  it.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('with %s', (method) => {
    expect(statusOf({ method, headers: [['Host', 'localhost'], OWN_PAGE] })).toBe(null)
  })

  it.each([
    ['/'],
    ['/teams?q=%'],
    ['/teams/a%20b'],
    ['//evil.example/'],
    ['/teams?a=b?c'],
    ['/git/../secrets.json', '/secrets.json'],
    ['/api/v1/%2e%2e/%2E./teams', '/teams'],
    ['/api/v1/..\\..\\teams', '/teams'],
    ['/teams/./ieb#x', '/teams/ieb'],
  ])('to %s, which means the same to whoever reads it', (url, rewritten = url) => {
    const { request, refusal } = passageOf({ url })
    expect([refusal, request.url]).toEqual([null, rewritten])
  })

  it.each([
    ['http://berth.example/teams?q=1', '/teams?q=1'],
    ['HTTPS://berth.example:8443', '/'],
    ['http://berth.example?q=1', '/?q=1'],
  ])('as a proxy sends it, to %s', (url, target) => {
    const { request, refusal } = passageOf({ url })
    expect([refusal, request.url]).toEqual([null, target])
    expect(statusOf({ url }, DEMO)).toBe(421)
  })
})

function fromOrigin(origin: string, host: string, more: Record<string, string> = {}) {
  const headers = [
    ['Host', host],
    ['Origin', origin],
  ] as const
  return statusOf({ method: 'POST', headers }, { ...DEMO, ...more })
}

function withHeader(url: string, ...header: readonly [string, string]): number | null {
  return statusOf({ method: 'POST', url, headers: [['Host', 'localhost'], OWN_PAGE, header] })
}

describe('a body', () => {
  it.each(['/teams', '/sign-in', '/api/auth/callback/demo', '/api/docs'])(
    'for %s has a length that is told, and no more than a mebibyte',
    (url) => {
      expect(withHeader(url, 'Content-Length', '1048576')).toBe(null)
      expect(withHeader(url, 'Content-Length', '1048577')).toBe(413)
      expect(withHeader(url, 'Transfer-Encoding', 'chunked')).toBe(411)
    },
  )

  it.each(['/api/v1/apply', '/git/gitops.git/git-upload-pack'])(
    'for %s is counted by who reads it',
    (url) => {
      expect(withHeader(url, 'Content-Length', '33554432')).toBe(null)
      expect(withHeader(url, 'Transfer-Encoding', 'chunked')).toBe(null)
    },
  )
})

describe('what changes something', () => {
  const settings = { BERTH_URL: 'https://berth.example.com' }
  const sent = (url: string, ...headers: (readonly [string, string])[]) =>
    statusOf({ method: 'POST', url, headers }, settings)

  it.each([
    '/',
    '/teams',
    '/nowhere',
    '/api/nowhere',
    '/_next/nowhere',
    '/healthz/',
    '/api/v1/../x',
  ])('at %s comes from the portal’s own pages', (url) => {
    expect(sent(url, ['Origin', 'https://berth.example.com'])).toBe(null)
    expect(sent(url, OWN_PAGE)).toBe(null)
    expect(sent(url)).toBe(403)
    expect(sent(url, ['Origin', 'null'])).toBe(403)
    expect(sent(url, ['Origin', 'https://evil.example'], OWN_PAGE)).toBe(403)
    expect(sent(url, ['Origin', 'http://evil.example'], ['Host', 'evil.example'])).toBe(403)
    expect(sent(url, ['Origin', 'http://berth.example.com'])).toBe(403)
  })

  it.each(['/api/v1/teams', '/api/auth/signout', '/git/gitops.git/git-upload-pack', '/healthz'])(
    'at %s is judged there: tokens come from anywhere',
    (url) => {
      expect(sent(url)).toBe(null)
    },
  )

  it('is a page’s wherever it is sent, if it names a server action', () => {
    const named = ['Next-Action', '40ab'] as const
    for (const url of ['/api/v1/nowhere', '/api/docs', '/_next/static/nowhere', '/teams']) {
      expect(sent(url, named), url).toBe(403)
      expect(sent(url, named, OWN_PAGE), url).toBe(null)
    }
  })

  it.each([
    // method | url | isCall
    ['POST', '/teams', true],
    ['PUT', '/api/docs/nowhere', true],
    ['GET', '/teams', false],
    ['POST', '/api/v1/teams', false],
    ['POST', '/api/auth/signout', false],
  ])('%s %s is a call of a server action, or none: %s', (method, url, isCall) => {
    expect(passageOf({ method, url, headers: [OWN_PAGE] }).isCall).toBe(isCall)
  })

  it('in a demo comes from whatever name the demo is reached by, and from no other', () => {
    expect(fromOrigin('http://127.0.0.1:3000', '127.0.0.1:3000')).toBe(null)
    expect(fromOrigin('http://localhost:3000', '127.0.0.1:3000')).toBe(null)
    expect(fromOrigin('http://localhost:81', '127.0.0.1:3000')).toBe(403)
    expect(fromOrigin('http://10.0.0.5:3000', '10.0.0.5:3000', { HOST: '0.0.0.0' })).toBe(null)
    expect(fromOrigin('http://evil.example', '10.0.0.5:3000', { HOST: '0.0.0.0' })).toBe(403)
  })
})

describe('behind the gate', () => {
  const claims = [
    ['X-Forwarded-Host', 'evil.example'],
    ['X-Forwarded-Proto', 'https'],
    ['X-Forwarded-For', '192.0.2.1'],
    ['Forwarded', 'host=evil.example'],
    ['X-Berth-Address', '192.0.2.2'],
    ['X-Berth-Request', 'mine'],
    ['X-Berth-Nonce', 'mine'],
    ['X-Berth-Target', '//evil.example'],
    ['X-Berth-Anything', 'mine'],
    ['Content-Security-Policy', "script-src 'nonce-mine'"],
    ['Content-Security-Policy-Report-Only', "script-src 'nonce-mine'"],
  ] as const

  it('is one host and one origin, whatever a request names', () => {
    const settings = { BERTH_URL: 'https://berth.example.com:8443/' }
    for (const host of ['evil.example', 'berth.example.com', '127.0.0.1:9']) {
      const { request } = passageOf({ headers: [['Host', host], ...claims] }, settings)
      expect(request.headers['host']).toBe('berth.example.com:8443')
    }
    const absolute = passageOf({ url: 'http://evil.example/teams' }, settings)
    expect(absolute.request.headers['host']).toBe('berth.example.com:8443')
    const alias = [
      ['Host', '127.0.0.1:3000'],
      ['Origin', 'http://127.0.0.1:3000'],
    ] as const
    const { headers } = passageOf({ method: 'POST', headers: alias }, DEMO).request
    expect(headers).toMatchObject({ host: 'localhost:3000', origin: 'http://localhost:3000' })
  })

  it('is nothing that a client claims of itself', () => {
    const { request, headers } = passageOf({ url: '/teams?q=1&_rsc=x', headers: claims })
    const policy = headers['Content-Security-Policy']!
    expect(request.headers).toEqual({
      host: 'localhost:3000',
      'x-berth-address': '10.1.2.3',
      'x-berth-request': headers['X-Request-Id'],
      'x-berth-nonce': nonceIn(policy),
      'x-berth-target': '/teams?q=1',
      'content-security-policy': policy,
    })
    expect(JSON.stringify([request.headers, headers])).not.toContain('mine')
  })
})

function policyOf(sent: Sent, dev = false): string {
  return passageOf(sent, {}, dev).headers['Content-Security-Policy'] ?? ''
}

function nonceIn(policy: string): string {
  return /script-src 'nonce-([A-Za-z0-9+/]{24})'/.exec(policy)?.[1] ?? ''
}

describe('every answer', () => {
  const answers: readonly Sent[] = [
    { url: '/teams' },
    { url: '/api/v1/teams' },
    { url: '/_next/static/x.js' },
    { url: '/%' },
    { method: 'TRACE' },
    { method: 'POST', url: '/teams' },
  ]

  it.each(answers)('keeps browsers from what it doesn’t need: %j', (sent) => {
    const { headers } = passageOf(sent)
    const policy = headers['Content-Security-Policy']!
    const directives = new Map(
      policy.split('; ').map((directive) => [directive.split(' ', 1)[0], directive] as const),
    )
    const nonce = nonceIn(policy)
    expect(Object.fromEntries(directives)).toEqual({
      'script-src': `script-src 'nonce-${nonce}' 'strict-dynamic'`,
      'style-src': `style-src 'self' 'nonce-${nonce}'`,
      'style-src-attr': "style-src-attr 'unsafe-inline'",
      'img-src': "img-src 'self' data:",
      'font-src': "font-src 'self'",
      'connect-src': "connect-src 'self'",
      'form-action': "form-action 'self'",
      'object-src': "object-src 'none'",
      'base-uri': "base-uri 'none'",
      'frame-ancestors': "frame-ancestors 'none'",
      'default-src': "default-src 'none'",
    })
    expect(headers).toMatchObject({
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'same-origin',
      'Permissions-Policy': expect.stringContaining('camera=()'),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Request-Id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  it('has a nonce and an id of its own', () => {
    const all = Array.from({ length: 100 }, () => passageOf({}).headers)
    expect(new Set(all.map((headers) => headers['Content-Security-Policy'])).size).toBe(100)
    expect(new Set(all.map((headers) => headers['X-Request-Id'])).size).toBe(100)
  })

  it('keeps browsers on TLS where the portal is reached by it', () => {
    const name = 'Strict-Transport-Security'
    expect(passageOf({}, { BERTH_URL: 'https://berth.example.com' }).headers).toHaveProperty(
      name,
      'max-age=31536000',
    )
    expect(passageOf({}).headers).not.toHaveProperty(name)
  })

  it('is kept by nobody if it is a page’s', () => {
    for (const url of ['/', '/teams?_rsc=1', '/nowhere']) {
      expect(passageOf({ url }).headers).toHaveProperty('Cache-Control', 'private, no-store')
    }
    expect(passageOf({ url: '/_next/static/x.js' }).headers).not.toHaveProperty('Cache-Control')
  })

  it('lets style sheets in without a nonce only where a script of others brings them', () => {
    expect(policyOf({ url: '/api/docs' })).toContain("style-src 'self' 'unsafe-inline';")
    for (const url of ['/', '/api/docs/problems', '/api/docs/../../teams', '/teams?/api/docs']) {
      expect(policyOf({ url })).toContain("style-src 'self' 'nonce-")
    }
  })

  it('lets scripts be made of text for developers alone', () => {
    expect(policyOf({}, true)).toContain("'unsafe-eval'")
    expect(policyOf({}, false)).not.toContain("'unsafe-eval'")
  })
})

describe('what counts as a visit', () => {
  it.each([
    // method | url | of
    ['GET', '/', 'page'],
    ['GET', '/teams/ieb?tab=x', 'page'],
    ['HEAD', '/sign-in', 'page'],
    ['GET', '/nowhere', 'page'],
    ['GET', '/api/auth/csrf', 'sign-in'],
    ['POST', '/api/auth/signin/oidc', 'sign-in'],
    ['POST', '/teams/new', null],
    ['GET', '/api/v1/teams', null],
    ['GET', '/git/gitops.git/info/refs', null],
    ['GET', '/_next/static/x.js', null],
    ['GET', '/healthz', null],
  ])('%s %s: %s', (method, url, of) => {
    const { visit } = passageOf({ method, url, headers: [['Host', 'localhost'], OWN_PAGE] })
    expect(visit).toEqual(of && { of, address: '10.1.2.3' })
  })
})
