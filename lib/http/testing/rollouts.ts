// Rollouts in tests: an application that follows versions in two environments, and people who act on rollouts.
import { expect } from 'vitest'
import { advanceRollout } from '#lib/usecases/rollouts/advance.ts'
import { application, cluster, policy, save, team } from '#lib/worker/testing/fleets.ts'
import type { Answer, Call, TestApi } from './api.ts'
import { signedInCookie } from './signed-in.ts'

type Caller = Pick<TestApi, 'call'>

export const MANAGERS = 'release-managers'
const SITE = { 'sec-fetch-site': 'same-origin', origin: 'https://berth.example.com' }

/** A commit of these digits. */
export const commitOf = (digit: string) => digit.repeat(40)

/** A person of the team, in further groups, who calls from the portal. */
export async function personIn(
  { services }: Pick<TestApi, 'services'>,
  name: string,
  ...groups: readonly string[]
): Promise<Call> {
  const cookie = await signedInCookie(services, { name, groups: ['ieb-people', ...groups] })
  return { token: null, headers: { ...SITE, cookie } }
}

/** Clusters q1 to q4 in qa, in a canary of one and the rest; p1 and p2 in prod, after qa, with an approval. */
export async function saveEnvironments(api: Caller): Promise<void> {
  const people = team('ieb', { groups: [{ id: 'ieb-people', role: 'contributor' }] })
  await save(api, 'POST', '/teams', people)
  for (const name of ['q1', 'q2', 'q3', 'q4']) {
    await save(api, 'POST', '/clusters', cluster(name, 'east', 'qa'))
  }
  for (const name of ['p1', 'p2']) await save(api, 'POST', '/clusters', cluster(name))
  const canary = { name: 'canary', size: 1 }
  await save(api, 'POST', '/environments', { name: 'qa', waves: [canary, { name: 'rest' }] })
  const approvals = { count: 1, groups: [{ id: MANAGERS }] }
  await save(api, 'POST', '/environments', {
    name: 'prod',
    after: ['qa'],
    waves: [{ name: 'rest', before: { approvals } }],
  })
  await save(api, 'POST', '/applications', application())
  await save(api, 'POST', '/target-policies', policy())
}

export async function followVersions(api: Caller): Promise<void> {
  await save(api, 'PATCH', '/applications/ieb/app1', { follow: 'versions' })
}

export async function announce(api: Caller, digit: string): Promise<void> {
  const body = { commit: commitOf(digit), name: `v${digit}` }
  const answer = await api.call('/applications/ieb/app1/versions', { body })
  expect(answer.status, answer.text).toBe(201)
}

export function rollOut(
  api: Caller,
  environment: string,
  version: string,
  { query = '', headers = {}, ...call }: Call & { readonly query?: string } = {},
): Promise<Answer> {
  const body = { namespace: 'ieb', application: 'app1', environment, version }
  return api.call(`/rollouts${query}`, { body, headers, ...call })
}

/** Does something with a rollout, as it is now. */
export async function act(
  api: Caller,
  id: number,
  verb: string,
  { query = '', headers = {}, ...call }: Call & { readonly query?: string } = {},
): Promise<Answer> {
  const etag = (await api.call(`/rollouts/${id}`)).headers.get('etag')!
  const said = { 'if-match': etag, 'berth-reason': 'For%20this%20test', ...headers }
  return api.call(`/rollouts/${id}/${verb}${query}`, {
    method: 'POST',
    ...call,
    headers: said,
  })
}

export async function rollout(api: Caller, id: number): Promise<Answer['json']> {
  return (await api.call(`/rollouts/${id}`)).json
}

/** The step that Berth takes by itself. */
export async function step({ services, tenant, ...api }: TestApi, id: number): Promise<void> {
  const { seq } = await rollout(api, id)
  await advanceRollout(services, tenant, { id, seq })
}
