// Whatever a request claims about where it is going, Berth sends no request there, and no browser either.
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '#db/testing/free-port.ts'
import { type Portal, preparedDataDirectory, startDemo } from './testing/portal.ts'

const data = preparedDataDirectory()
let portal: Portal
let canary: Server
let canaryHost: string
let connections = 0

beforeAll(async () => {
  const port = await freePort()
  canaryHost = `127.0.0.1:${port}`
  canary = createServer((_, response) => response.end()).on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => canary.listen(port, '127.0.0.1', resolve))
  // On all interfaces, so that no request is refused just for its host.
  portal = await startDemo(data.directory, ['--empty'], { HOST: '0.0.0.0' })
})
afterAll(async () => {
  await portal.stop()
  canary.close()
  data.remove()
})

/** The raw answer to a raw request, until the portal closes the connection. */
async function sendRaw(lines: readonly string[], body = ''): Promise<string> {
  const socket = connect(Number(new URL(portal.url).port), '127.0.0.1')
  // A refused request may be cut off before all of it has been sent.
  socket.on('error', () => undefined)
  const close = lines.some((line) => line.startsWith('Upgrade')) ? 'Upgrade, close' : 'close'
  socket.write([...lines, `Connection: ${close}`, '', body].join('\r\n'))
  return text(socket)
}

/** An action that only some pages have: any other page would forward it. */
function someAction(): string {
  const manifest: { node: object } = JSON.parse(
    readFileSync('.next/server/server-reference-manifest.json', 'utf8'),
  )
  return Object.keys(manifest.node)[0] ?? ''
}

const TARGETS = ['/', '/teams', '/sign-in', '/api/v1/teams', '/api/auth/signin', '/nowhere/', '//x']

const upgrade = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: eA==']

/** Ways to name a host, each as the head of a request for a target. */
const namings: Readonly<Record<string, (target: string, host: string) => readonly string[]>> = {
  'as the Host': (target, host) => [`GET ${target} HTTP/1.1`, `Host: ${host}`],
  'in the target': (target, host) => [`GET http://${host}${target} HTTP/1.1`, `Host: ${host}`],
  'in the target, with our own Host': (target, host) => [
    `GET http://${host}${target} HTTP/1.1`,
    'Host: localhost',
  ],
  'as forwarded': (target, host) => [
    `GET ${target} HTTP/1.1`,
    'Host: localhost',
    `X-Forwarded-Host: ${host}`,
    `X-Forwarded-Server: ${host}`,
    `Forwarded: host=${host};proto=http`,
    'X-Forwarded-Proto: http',
  ],
  'in an upgrade': (target, host) => [`GET ${target} HTTP/1.1`, `Host: ${host}`, ...upgrade],
  'in the target of an upgrade': (target, host) => [
    `GET http://${host}${target} HTTP/1.1`,
    `Host: ${host}`,
    ...upgrade,
  ],
}

it.each(Object.keys(namings))('a host that is named %s is told nothing', async (naming) => {
  for (const target of TARGETS) {
    const answer = await sendRaw(namings[naming]!(target, canaryHost))
    expect(answer).not.toContain(canaryHost)
    expect(answer).toMatch(/^HTTP\/1\.1 [234]/)
  }
  expect(connections).toBe(0)
})

it('nobody is connected to another host', async () => {
  expect(await sendRaw([`CONNECT ${canaryHost} HTTP/1.1`, `Host: ${canaryHost}`])).toBe('')
  expect(connections).toBe(0)
})

it.each([['Host'], ['X-Forwarded-Host']])(
  'an action that a page passes on to another goes to no host of %s',
  async (name) => {
    for (const target of ['/sign-in', '/teams', '/clusters/new']) {
      const head = [
        `POST ${target} HTTP/1.1`,
        ...(name === 'Host' ? [] : ['Host: localhost']),
        `${name}: ${canaryHost}`,
        `Next-Action: ${someAction()}`,
        'Sec-Fetch-Site: same-origin',
        'Content-Type: text/plain;charset=UTF-8',
        'Content-Length: 2',
      ]
      const answer = await sendRaw(head, '[]')
      expect(answer).toMatch(/^HTTP\/1\.1 [234]/)
      expect(answer).not.toContain(canaryHost)
    }
    expect(connections).toBe(0)
  },
)

it('somebody who asks to sign in without end is told to wait, and nobody else', async () => {
  const answers = await Promise.all(
    Array.from({ length: 400 }, () => fetch(`${portal.url}/api/auth/csrf`)),
  )
  const statuses = new Set(answers.map(({ status }) => status))
  expect(statuses).toEqual(new Set([200, 429]))
  const held = answers.find(({ status }) => status === 429)
  expect(Number(held?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await fetch(`${portal.url}/healthz`)).status).toBe(200)
})

it('an image of another host is not there', async () => {
  const url = encodeURIComponent(`http://${canaryHost}/x.png`)
  const answer = await sendRaw([
    `GET /_next/image?url=${url}&w=64&q=75 HTTP/1.1`,
    'Host: localhost',
  ])
  expect(answer).toMatch(/^HTTP\/1\.1 404/)
  expect(connections).toBe(0)
})
