import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type OutgoingCall, openOutgoing } from './call-out.ts'
import type { LookUpName } from './name-lookup.ts'
import { reachOf } from './reach.ts'
import { CERTIFICATE } from './testing/certificate.ts'
import { listening } from './testing/server.ts'

const GET: OutgoingCall = { method: 'GET', timeoutMs: 20_000, maxBytes: 1000 }
/** Of what never comes: whoever waits for it in earnest fails by the test's own limit. */
const SOON: OutgoingCall = { ...GET, timeoutMs: 50 }
const HOST = 'metrics.example.com'

const named =
  (...addresses: readonly string[]): LookUpName =>
  async () =>
    addresses
const failing: LookUpName = () => Promise.reject(new Error('ENOTFOUND'))
const silent: LookUpName = () => new Promise(() => undefined)
const here = reachOf({ privateNetworks: [], thisMachine: true })
const elsewhere = reachOf({ privateNetworks: [], thisMachine: false })
const callHere = openOutgoing(here, named('127.0.0.1'))

describe('a call to another host', () => {
  it.each(['POST', 'PUT', 'PATCH'] as const)(
    'sends what it is given by %s, and answers with what came back',
    async (method) => {
      const port = await listening((request, response) => {
        const { url, headers } = request
        response.writeHead(201, { 'X-Said': 'yes', 'Set-Cookie': ['a=1', 'b=2'] })
        response.write(`${request.method} ${url} ${String(headers['x-sent'])} `)
        request.pipe(response)
      })
      const answer = await callHere(`http://localhost:${port}/a?b=c`, {
        ...GET,
        method,
        headers: { 'X-Sent': 'this' },
        body: 'something',
      })
      expect(answer).toMatchObject({
        outcome: 'answered',
        status: 201,
        text: `${method} /a?b=c this something`,
      })
      if (answer.outcome !== 'answered') return
      expect(answer.headers.get('x-said')).toBe('yes')
      expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    },
  )

  it.each([
    ['127.0.0.1'],
    ['0.0.0.0'],
    ['169.254.169.254'],
    ['168.63.129.16'],
    ['10.0.0.1'],
    ['192.168.1.1'],
    ['100.64.0.1'],
    ['::1'],
    ['fe80::1'],
    ['fd00::1'],
    ['::ffff:127.0.0.1'],
    ['::ffff:10.0.0.1'],
    ['::ffff:8.8.8.8'],
    ['64:ff9b::7f00:1'],
    ['8.8.8.8', '127.0.0.1'],
    ['2606:4700:4700::1111', '8.8.8.8', 'fd00:ec2::254'],
  ])('is refused where the name leads to %s %s %s', async (...addresses) => {
    const callOut = openOutgoing(elsewhere, named(...addresses))
    expect(await callOut(`https://${HOST}/`, GET)).toEqual({
      outcome: 'refused',
      reason: expect.stringContaining(`${HOST} leads to this machine`),
    })
  })

  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a00:1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
  ])('is refused to %s, which is no name', async (url) => {
    expect(await openOutgoing(elsewhere, failing)(url, GET)).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('leads to'),
    })
  })

  it.each([
    'http://metrics.example.com/',
    'ftp://metrics.example.com/',
    'file:///etc/passwd',
    'https://ann:secret@metrics.example.com/',
    'nonsense',
  ])('is refused to %s, which is no such address', async (url) => {
    const answer = await callHere(url, GET)
    expect(answer).toMatchObject({ outcome: 'refused' })
    expect(JSON.stringify(answer)).not.toContain('secret')
  })

  it('speaks plain http to this machine alone, and only where that is allowed', async () => {
    const port = await listening((_request, response) => response.end('here'))
    const url = `http://127.0.0.1:${port}/`
    expect(await callHere(url, GET)).toMatchObject({ text: 'here' })
    expect(await openOutgoing(elsewhere, named('127.0.0.1'))(url, GET)).toMatchObject({
      outcome: 'refused',
    })
  })

  it('is refused for a name that nobody knows', async () => {
    for (const lookUp of [named(), failing]) {
      expect(await openOutgoing(here, lookUp)(`https://${HOST}/`, GET)).toEqual({
        outcome: 'refused',
        reason: `The host ${HOST} is not known to the name service.`,
      })
    }
  })

  it('follows no redirect', async () => {
    let asked = 0
    const port = await listening((_request, response) => {
      asked += 1
      response.writeHead(302, { Location: '/next' }).end('elsewhere')
    })
    expect(await callHere(`http://127.0.0.1:${port}/`, GET)).toMatchObject({
      outcome: 'answered',
      status: 302,
      text: 'elsewhere',
    })
    expect(asked).toBe(1)
  })

  it('reads no more than it was told', async () => {
    const port = await listening((request, response) => {
      response.end('x'.repeat(Number(request.url!.slice(1))))
    })
    const url = `http://127.0.0.1:${port}`
    expect(await callHere(`${url}/1000`, GET)).toMatchObject({ outcome: 'answered' })
    expect(await callHere(`${url}/1001`, GET)).toMatchObject({ outcome: 'too_large' })
    const endless = await listening((_request, response) => {
      const more = () => {
        while (response.write('x'.repeat(10_000)) && !response.destroyed) continue
      }
      response.on('drain', more)
      more()
    })
    expect(await callHere(`http://127.0.0.1:${endless}/`, GET)).toMatchObject({
      outcome: 'too_large',
      reason: expect.stringContaining('1,000 bytes'),
    })
  })

  it('ends when its time is over, whatever it waits for', async () => {
    expect(await openOutgoing(here, silent)(`https://${HOST}/`, SOON)).toEqual({
      outcome: 'timeout',
      reason: `${HOST} has not answered in time.`,
    })
    const mute = await listening(() => undefined)
    expect(await callHere(`http://127.0.0.1:${mute}/`, SOON)).toMatchObject({
      outcome: 'timeout',
    })
    const slow = await listening((_request, response) => response.write('so far'))
    expect(await callHere(`http://127.0.0.1:${slow}/`, SOON)).toMatchObject({ outcome: 'timeout' })
  })

  it('ends when its caller has no use for it any more', async () => {
    const caller = new AbortController()
    const port = await listening(() => caller.abort())
    const call = { ...GET, signal: caller.signal }
    expect(await callHere(`http://127.0.0.1:${port}/`, call)).toMatchObject({ outcome: 'timeout' })
  })

  it('says what went wrong without naming the address behind the name', async () => {
    const closed = await listening(() => undefined)
    const nonsense = createServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n'))
    await new Promise<void>((resolve) => nonsense.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void nonsense.close())
    const address = nonsense.address()
    const port = typeof address === 'object' ? address?.port : closed
    expect(await callHere(`http://localhost:${port}/`, GET)).toEqual({
      outcome: 'unreachable',
      reason: 'localhost can’t be reached: it doesn’t answer as a web server.',
    })
    expect(await callHere(`https://${HOST}:${closed}/`, GET)).toEqual({
      outcome: 'unreachable',
      reason: `${HOST} can’t be reached: it doesn’t speak TLS.`,
    })
    expect(await callHere('http://localhost:1/', GET)).toEqual({
      outcome: 'unreachable',
      reason: 'localhost can’t be reached: nothing listens there.',
    })
    expect(await callHere('http://localhost:1/', { ...GET, headers: { a: 'b\nc' } })).toMatchObject(
      {
        outcome: 'unreachable',
        reason: expect.stringContaining('a header'),
      },
    )
  })
})

describe('over https, a call', () => {
  const trusted = getCACertificates()
  beforeAll(() => setDefaultCACertificates([...trusted, CERTIFICATE]))
  afterAll(() => setDefaultCACertificates(trusted))

  it('reaches the host that the certificate names, at the address that was checked', async () => {
    const port = await listening(
      (request, response) => response.end(`${request.headers.host} ${request.url}`),
      { tls: true },
    )
    const asked: string[] = []
    const lookUp: LookUpName = async (host) => {
      asked.push(host)
      // What a name leads to the second time it is asked for.
      return asked.length === 1 ? ['127.0.0.1'] : ['169.254.169.254']
    }
    const callOut = openOutgoing(here, lookUp)
    expect(await callOut(`https://${HOST}:${port}/a`, GET)).toMatchObject({
      outcome: 'answered',
      text: `${HOST}:${port} /a`,
    })
    expect(asked).toEqual([HOST])
    expect(await callOut(`https://${HOST}:${port}/a`, GET)).toMatchObject({ outcome: 'refused' })
  })

  it('is not made to a host with another one’s certificate, nor with one that nobody signed', async () => {
    let heard = 0
    const port = await listening(
      (_request, response) => {
        heard += 1
        response.end()
      },
      { tls: true },
    )
    expect(await callHere(`https://other.example.com:${port}/`, GET)).toEqual({
      outcome: 'unreachable',
      reason: 'other.example.com can’t be reached: its certificate is another host’s.',
    })
    setDefaultCACertificates(trusted)
    expect(await callHere(`https://${HOST}:${port}/`, GET)).toEqual({
      outcome: 'unreachable',
      reason: `${HOST} can’t be reached: its certificate is signed by nobody that Berth trusts.`,
    })
    expect(heard).toBe(0)
  })
})

it('takes no way through a proxy, even where Node is told to', async () => {
  let proxied = 0
  const proxy = await listening((_request, response) => {
    proxied += 1
    response.end('proxied')
  })
  const port = await listening((_request, response) => response.end('direct'))
  const script = `
    import http from 'node:http'
    import { openOutgoing } from '${import.meta.dirname}/call-out.ts'
    import { reachOf } from '${import.meta.dirname}/reach.ts'
    const url = 'http://127.0.0.1:${port}/'
    const callOut = openOutgoing(reachOf({ privateNetworks: [], thisMachine: true }))
    const { text } = await callOut(url, { method: 'GET', timeoutMs: 20000, maxBytes: 100 })
    http.get(url, (response) => response.setEncoding('utf8').on('data', (usual) => console.log(text, usual)))`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--no-warnings', '--input-type=module', '--eval', script],
    { env: { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: `http://127.0.0.1:${proxy}` } },
  )
  expect(stdout.trim()).toBe('direct proxied')
  expect(proxied).toBe(1)
})
