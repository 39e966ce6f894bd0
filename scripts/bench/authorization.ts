// What authentication and authorization add to a request: the API's own route compared with the same operation and a
// session that already exists.
import { answer } from '#lib/http/api/answer.ts'
import { authenticate } from '#lib/http/api/authenticate.ts'
import { operations } from '#lib/http/operations/operations.ts'
import { testSecrets } from '#lib/http/testing/secrets.ts'
import { signedInCookie, signInSettings } from '#lib/http/testing/signed-in.ts'
import { readEnvironment } from '#lib/settings/env.ts'
import { createServices } from '#lib/start/boot.ts'
import type { Session } from '#lib/usecases/session.ts'
import { installServices, type Services } from '#lib/usecases/services.ts'
import { median, timeOf } from './measure.ts'
import { ratioOf, type Report } from './report.ts'
import type { Stand } from './stand.ts'

const REQUESTS = 1000
const REACH_MS = 1
const GROUPS = 200

const listTeams = operations.find(({ id }) => id === 'listTeams')!

export async function benchAuthorization(
  { database, portal: { token } }: Pick<Stand, 'database' | 'portal'>,
  report: Report,
): Promise<void> {
  const settings = { ...signInSettings, LOG_LEVEL: 'silent', BERTH_RATE_BURST: '1000000' }
  const environment = readEnvironment({ ...settings, BERTH_ADMINS: 'group:g0' })
  const services = createServices(environment, database, testSecrets)
  installServices(services)
  const groups = Array.from({ length: GROUPS }, (_, index) => `g${index}`)
  const cookie = await signedInCookie(services, { name: 'Ada', groups })
  for (const [who, headers] of [
    ['a token', { authorization: `Bearer ${token}` }],
    [`a person in ${GROUPS} groups`, { cookie }],
  ] as const) {
    const { known, asked } = await compare(services, headers)
    report.figure({
      what: `authorization: ${who}`,
      reach: `adds under ${REACH_MS} ms`,
      figure: `${(asked - known).toFixed(2)} ms`,
      reference: `the same list for a session that is there, ${known.toFixed(2)} ms`,
      ratio: ratioOf(asked, known),
      isReached: asked - known < REACH_MS,
    })
  }
}

/** Medians in milliseconds, of alternating requests, so that both run under the same conditions. */
async function compare(services: Services, headers: Record<string, string>) {
  const request = () => new Request('http://localhost/api/v1/teams?limit=1', { headers })
  const session = await authenticate(services, request())
  if (!session) throw new Error('Nobody is signed in')
  const times = { known: [] as number[], asked: [] as number[] }
  for (let count = 0; count < REQUESTS; count++) {
    times.known.push(await timeOf(() => list(services, session, request())))
    times.asked.push(await timeOf(() => listFor(request())))
  }
  return { known: median(times.known), asked: median(times.asked) }
}

const stillAllowed = async () => undefined

async function list(services: Services, session: Session, request: Request): Promise<void> {
  const query = { limit: '1' }
  const response = await listTeams.handle({
    services,
    session,
    request,
    path: {},
    query,
    upload: services.uploads.begin(session),
    denial: null,
    stillAllowed,
  })
  await response.text()
}

async function listFor(request: Request): Promise<void> {
  const response = await answer(listTeams, request, {})
  if (response.status !== 200) throw new Error(`The list is answered with ${response.status}`)
  await response.text()
}
