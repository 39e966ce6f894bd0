// Applications that need others in tests: what they need is a platform team's.
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { reportedItem, reportOf } from '#lib/http/testing/reports.ts'
import { applicationPath } from '#lib/domain/git/repository-paths.ts'
import { application, cluster, policy, save, team } from './fleets.ts'
import { filesOn, type TestPublisher } from './publisher.ts'

export const CERT_MANAGER = 'platform/cert-manager'

/** Clusters p1, p2 and p3 in prod and q1 in qa, each with everything; teams ieb and platform, and the platform’s cert-manager. */
export async function savePlatform(publisher: TestPublisher): Promise<void> {
  for (const name of ['ieb', 'platform']) await save(publisher, 'POST', '/teams', team(name))
  for (const name of ['p1', 'p2', 'p3']) await save(publisher, 'POST', '/clusters', cluster(name))
  await save(publisher, 'POST', '/clusters', cluster('q1', 'east', 'qa'))
  await save(publisher, 'POST', '/target-policies', policy())
  const certManager = application('cert-manager', { namespace: 'platform' })
  await save(publisher, 'POST', '/applications', certManager)
}

/** Each of these clusters says how it is with the applications that it names, such as `platform/cert-manager`. */
export async function reportHealth(
  publisher: TestPublisher,
  clusters: readonly string[],
  health: Readonly<Record<string, string>>,
): Promise<void> {
  const tip = await publisher.git('rev-parse', 'main')
  const root = reportedItem({ name: 'berth', revision: tip })
  const items = Object.entries(health).map(([name, said]) =>
    reportedItem({ name: name.replace('/', '--'), health: said }),
  )
  for (const name of clusters) {
    const token = await publisher.token('contributor', { cluster: name })
    const body = reportOf([root, ...items])
    const answer = await publisher.call(`/clusters/${name}/report`, { method: 'PUT', token, body })
    expect(answer.status, answer.text).toBe(200)
  }
}

/** As if so much time had passed for all that wait. */
export async function passSeconds(publisher: TestPublisher, seconds: number): Promise<void> {
  await publisher.inScope(({ tx, tenant }) =>
    tx.execute(sql`update dependents set due_at = due_at - ${seconds} * interval '1 second'
      where tenant = ${tenant}`),
  )
}

/** The clusters that have a file of an application of the team ieb. */
export async function clustersWith(
  { directory }: TestPublisher,
  name = 'app1',
): Promise<readonly string[]> {
  const files = await filesOn(directory, 'main')
  return ['p1', 'p2', 'p3', 'q1'].filter((on) => files.has(applicationPath(on, 'ieb', name)))
}
