// Whatever an Authorization header contains, the request is answered, nothing breaks, and nobody gets in who shouldn't.
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '#lib/http/operations/operations.ts'
import { passGate } from '#lib/http/server/request-gate.ts'
import { serverLimits } from '#lib/http/server/server-limits.ts'
import { personToken } from '#lib/http/testing/access-tokens.ts'
import { createIdentityWorld, type IdentityWorld } from '#lib/http/testing/identity-world.ts'
import { installServices } from '#lib/usecases/services.ts'
import { answer } from './answer.ts'

/** Most are refused by their text alone, so even this many take only seconds. */
const numRuns = Math.max(10_000, Number(process.env['BERTH_TRIALS'] ?? 0))
const SENT = 1_000

let world: IdentityWorld
let right: string
let server: Server
beforeAll(async () => {
  world = await createIdentityWorld({ accounts: {}, entra: true })
  right = await personToken(world, { groups: [] })
  installServices(world.services)
  server = await listen()
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const listTeams = operations.find(({ id }) => id === 'listTeams')!

const answerTo = (headers: Headers) =>
  answer(listTeams, new Request('https://berth.example.com/api/v1/teams', { headers }), {})

/** The gate and the route on a server like the portal's, without Next.js. */
async function listen(): Promise<Server> {
  const listening = createServer(serverLimits, (incoming, outgoing) => {
    const { refusal } = passGate(incoming, world.services.environment, { dev: false })
    if (refusal !== null) {
      outgoing.writeHead(refusal.status, refusal.headers).end(refusal.text)
      return
    }
    const { authorization } = incoming.headers
    const headers = new Headers(authorization === undefined ? {} : { authorization })
    void answerTo(headers).then(async (response) =>
      outgoing.writeHead(response.status).end(await response.text()),
    )
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return listening
}

/** The status of a request with these header lines; null: the client itself refuses to send them. */
async function statusOf(lines: readonly string[]): Promise<number | null> {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const headers = ['Host', 'berth.example.com', ...lines.flatMap((line) => ['Authorization', line])]
  return new Promise((resolve, reject) => {
    try {
      const sent = request(
        { host: '127.0.0.1', port, path: '/api/v1/teams', headers },
        (response: IncomingMessage) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        },
      )
      sent.once('error', reject)
      sent.end()
    } catch {
      resolve(null)
    }
  })
}

const base64url = fc
  .string({ unit: 'binary' })
  .map((text) => Buffer.from(text).toString('base64url'))
const jsonPart = fc.json().map((text) => Buffer.from(text).toString('base64url'))
const words = fc.constantFrom(
  '',
  '.',
  '..',
  '%%',
  'null',
  '-',
  'a'.repeat(5000),
  'berth_',
  'é',
  '=',
)

/** A valid token with one character changed, inserted or removed. */
const nearlyRight = fc
  .tuple(fc.nat(), fc.constantFrom('', 'A', '.', '=', ' ', '%'), fc.boolean())
  .map(([place, text, replaces]) => {
    const at = place % right.length
    return right.slice(0, at) + text + right.slice(replaces ? at + 1 : at)
  })
const token = fc.oneof(
  words,
  fc.string({ unit: 'binary' }),
  base64url.map((text) => `berth_${text}`),
  fc.array(fc.oneof(base64url, jsonPart, words), { maxLength: 6 }).map((parts) => parts.join('.')),
  nearlyRight,
)
const scheme = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('Bearer', 'bearer', 'BEARER') },
  fc.constantFrom('Basic', 'Digest', 'DPoP', 'Bearer,', '', 'Bearer\t'),
  fc.string(),
)
const gap = fc.oneof(
  { weight: 6, arbitrary: fc.constant(' ') },
  fc.constantFrom('', '  ', '\t', ','),
)
const header = fc.tuple(scheme, gap, token).map((parts) => parts.join(''))

/** Null: no client can send it. */
function headersWith(value: string): Headers | null {
  try {
    return new Headers({ authorization: value })
  } catch {
    return null
  }
}

const isRight = (value: string | null) =>
  value?.replace(/^bearer /i, '') === right && value !== right

describe('an Authorization header', () => {
  it('of any kind is answered with 401, or with what its token may', async () => {
    await fc.assert(
      fc.asyncProperty(header, async (value) => {
        const headers = headersWith(value)
        if (headers === null) return
        const { status } = await answerTo(headers)
        // The valid token belongs to somebody without rights, who finds nothing.
        expect(status).toBe(isRight(headers.get('authorization')) ? 404 : 401)
      }),
      { numRuns },
    )
  })

  it('of any kind, or several of them, ends no server', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(header, { minLength: 1, maxLength: 2 }), async (lines) => {
        expect([null, 400, 401, 404]).toContain(await statusOf(lines))
      }),
      { numRuns: SENT },
    )
    expect(await statusOf([`Bearer ${right}`])).toBe(404)
  })

  it('of 11,000 characters is read, and one of 40,000 is refused with 431', async () => {
    const long = await personToken(world, { pad: 'x'.repeat(7500) })
    expect(long.length).toBeGreaterThan(10_500)
    expect(await statusOf([`Bearer ${long}`])).toBe(404)
    expect(await statusOf([`Bearer ${'a'.repeat(20_000)}`])).toBe(401)
    expect(await statusOf([`Bearer ${'a'.repeat(40_000)}`])).toBe(431)
    expect(await statusOf([`Bearer ${right}`])).toBe(404)
  })
})
