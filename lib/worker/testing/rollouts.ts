// Rollouts in tests: an application that follows versions in two environments, people, and what clusters have in Git.
import { expect } from 'vitest'
import { applicationPath } from '#lib/domain/git/repository-paths.ts'
import type { Answer, Call } from '#lib/http/testing/api.ts'
import { signedInCookie } from '#lib/http/testing/signed-in.ts'
import { Conductor } from '../conductor.ts'
import { application, cluster, policy, save, team } from './fleets.ts'
import { filesOn, type TestPublisher } from './publisher.ts'

export const MANAGERS = 'release-managers'
const SITE = { 'sec-fetch-site': 'same-origin', origin: 'https://berth.example.com' }

/** A commit of these digits. */
export const commitOf = (digit: string) => digit.repeat(40)

/** A person of the team, in further groups, who calls from the portal. */
export async function personIn(
  { services }: Pick<TestPublisher, 'services'>,
  name: string,
  ...groups: readonly string[]
): Promise<Call> {
  const cookie = await signedInCookie(services, { name, groups: ['ieb-people', ...groups] })
  return { token: null, headers: { ...SITE, cookie } }
}

/** Clusters q1 to q4 in qa, in a canary of one and the rest; p1 and p2 in prod, after qa, with an approval. */
export async function saveEnvironments(publisher: TestPublisher): Promise<void> {
  const people = team('ieb', { groups: [{ id: 'ieb-people', role: 'contributor' }] })
  await save(publisher, 'POST', '/teams', people)
  for (const name of ['q1', 'q2', 'q3', 'q4']) {
    await save(publisher, 'POST', '/clusters', cluster(name, 'east', 'qa'))
  }
  for (const name of ['p1', 'p2']) await save(publisher, 'POST', '/clusters', cluster(name))
  const canary = { name: 'canary', size: 1 }
  await save(publisher, 'POST', '/environments', { name: 'qa', waves: [canary, { name: 'rest' }] })
  const approvals = { count: 1, groups: [{ id: MANAGERS }] }
  await save(publisher, 'POST', '/environments', {
    name: 'prod',
    after: ['qa'],
    waves: [{ name: 'rest', before: { approvals } }],
  })
  await save(publisher, 'POST', '/applications', application())
  await save(publisher, 'POST', '/target-policies', policy())
}

export async function followVersions(publisher: TestPublisher): Promise<void> {
  await save(publisher, 'PATCH', '/applications/ieb/app1', { follow: 'versions' })
}

export async function announce(publisher: TestPublisher, digit: string): Promise<void> {
  const body = { commit: commitOf(digit), name: `v${digit}` }
  const answer = await publisher.call('/applications/ieb/app1/versions', { body })
  expect(answer.status, answer.text).toBe(201)
}

export function rollOut(
  publisher: TestPublisher,
  environment: string,
  version: string,
  { query = '', headers = {}, ...call }: Call & { readonly query?: string } = {},
): Promise<Answer> {
  const body = { namespace: 'ieb', application: 'app1', environment, version }
  return publisher.call(`/rollouts${query}`, { body, headers, ...call })
}

/** Does something with a rollout, as it is now. */
export async function act(
  publisher: TestPublisher,
  id: number,
  verb: string,
  { query = '', headers = {}, ...call }: Call & { readonly query?: string } = {},
): Promise<Answer> {
  const etag = (await publisher.call(`/rollouts/${id}`)).headers.get('etag')!
  const said = { 'if-match': etag, 'berth-reason': 'For%20this%20test', ...headers }
  return publisher.call(`/rollouts/${id}/${verb}${query}`, {
    method: 'POST',
    ...call,
    headers: said,
  })
}

export async function rollout(publisher: TestPublisher, id: number): Promise<Answer['json']> {
  return (await publisher.call(`/rollouts/${id}`)).json
}

/** Takes every step that is due, of this tenant. */
export async function conduct(publisher: TestPublisher): Promise<void> {
  const conductor = new Conductor({ ...publisher.world, services: publisher.services })
  for (let look = 0; look < 5; look++) {
    await conductor.look()
    await conductor.ended()
  }
}

/** Publishes and takes steps, until neither has anything left to do. */
export async function carryOn(publisher: TestPublisher, branches = ['main']): Promise<void> {
  for (let round = 0; round < 6; round++) {
    await conduct(publisher)
    for (const branch of branches) await publisher.publish(branch)
  }
  await conduct(publisher)
}

/** By cluster, the first digit of the revision that it has in Git; null: it has no file. */
export async function revisionsOn(
  { directory }: TestPublisher,
  clusters: readonly string[],
  branch = 'main',
): Promise<Record<string, string | null>> {
  const files = await filesOn(directory, branch)
  const entries = clusters.map((name) => {
    const text = files.get(applicationPath(name, 'ieb', 'app1'))
    const revision = /targetRevision: '?"?([^'"\n]+)/.exec(text ?? '')?.[1]
    return [name, revision === undefined ? null : revision.replace(/^(.)\1{39}$/, '$1')]
  })
  return Object.fromEntries(entries)
}
