// What a refused bearer token costs: CPU time of this process, in which the API's own routes answer.
import { newSigningKey, startKeyServer } from '#lib/adapters/identity/testing/key-server.ts'
import { answer } from '#lib/http/api/answer.ts'
import { operations } from '#lib/http/operations/operations.ts'
import { personToken, type TokenWorld } from '#lib/http/testing/access-tokens.ts'
import { testSecrets } from '#lib/http/testing/secrets.ts'
import { readEnvironment } from '#lib/settings/env.ts'
import { createServices } from '#lib/start/boot.ts'
import { installServices } from '#lib/usecases/services.ts'
import { ratioOf, type Report } from './report.ts'
import type { Stand } from './stand.ts'

const REQUESTS = 2000
const REACH_MS = 1
const TID = '8f1c0000-0000-4000-8000-00000000000a'
const CLIENT = '5e000000-0000-4000-8000-00000000000c'

export async function benchRefusedTokens(
  { database }: Pick<Stand, 'database'>,
  report: Report,
): Promise<void> {
  const key = await newSigningKey('issuer')
  const keys = await startKeyServer([key])
  try {
    const settings = {
      LOG_LEVEL: 'silent',
      ENTRA_TENANTS: `${TID}=default`,
      ENTRA_CLIENT_ID: CLIENT,
      ENTRA_CLIENT_SECRET: 'secret',
      ENTRA_AUTHORITY: keys.origin,
    }
    installServices(createServices(readEnvironment(settings), database, testSecrets))
    const issuer = { url: `${keys.origin}/${TID}/v2.0`, key }
    const world: TokenWorld = { tid: TID, client: { id: CLIENT }, issuer }
    const reference = await cpuOf(null)
    for (const [what, token] of await refusedTokens(world)) {
      const ms = await cpuOf(token)
      report.figure({
        what: `refused token: ${what}`,
        reach: `under ${REACH_MS} ms of CPU`,
        figure: `${ms.toFixed(3)} ms`,
        reference: `the same request without a token, ${reference.toFixed(3)} ms`,
        ratio: ratioOf(ms, reference),
        isReached: ms < REACH_MS,
      })
    }
  } finally {
    await keys.close()
  }
}

/** The cheapest first: refused by its text, its claims, its signature, and after a query. */
async function refusedTokens(world: TokenWorld): Promise<readonly (readonly [string, string])[]> {
  const foreign = { ...world, issuer: { ...world.issuer, key: await newSigningKey('issuer') } }
  return [
    ['none of anybody’s', 'a'.repeat(40)],
    ['an access token for somebody else', await personToken(world, { aud: 'other' })],
    [
      'an access token of 10,000 characters, expired',
      await personToken(world, { exp: 1, pad: 'x'.repeat(7000) }),
    ],
    ['an access token with a wrong signature', await personToken(foreign)],
    ['an unknown token of Berth', `berth_${'a'.repeat(43)}`],
  ]
}

const listTeams = operations.find(({ id }) => id === 'listTeams')!

/** Milliseconds of CPU for one request, after as many to warm up. */
async function cpuOf(token: string | null): Promise<number> {
  await askAgain(token)
  const before = process.cpuUsage()
  await askAgain(token)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / REQUESTS
}

async function askAgain(token: string | null): Promise<void> {
  for (let count = 0; count < REQUESTS; count++) {
    const headers = new Headers(token === null ? {} : { authorization: `Bearer ${token}` })
    const request = new Request('http://localhost/api/v1/teams', { headers })
    const { status } = await answer(listTeams, request, {})
    if (status !== 401) throw new Error(`A wrong token is answered with ${status}`)
  }
}
