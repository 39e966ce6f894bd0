// What clusters report of a rollout’s application, through the API.
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { wakeRolloutsOf } from '#db/queries/due-rollouts.ts'
import { reportedItem, reportOf } from '#lib/http/testing/reports.ts'
import { commitOf } from '#lib/http/testing/rollouts.ts'
import type { TestPublisher } from './publisher.ts'

type Said = {
  /** Of the commit that it was compared with: all of its digits. */
  readonly version: string
  readonly health?: string
  readonly phase?: string
  readonly startedAt?: string
  /** How many minutes ago the cluster was looked at. */
  readonly ago?: number
}

/** Each of these clusters says how the application is there, and that its root is at the tip of its branch. */
export async function report(
  publisher: TestPublisher,
  clusters: readonly string[],
  { version, health = 'Healthy', phase = 'Succeeded', startedAt, ago = 0 }: Said,
): Promise<void> {
  const tip = await publisher.git('rev-parse', 'main')
  const at = new Date(Date.now() - ago * 60_000).toISOString()
  const root = reportedItem({ name: 'berth', revision: tip })
  const item = {
    ...reportedItem({ health, revision: commitOf(version) }),
    targetRevision: commitOf(version),
    phase,
    startedAt: startedAt ?? at,
    finishedAt: at,
    history: [],
  }
  for (const name of clusters) {
    const token = await publisher.token('contributor', { cluster: name })
    const body = { ...reportOf([root, item]), at }
    const answer = await publisher.call(`/clusters/${name}/report`, { method: 'PUT', token, body })
    expect(answer.status, answer.text).toBe(200)
  }
}

/** As if a rollout’s waves had been in Git for an hour. */
export async function anHourPasses(publisher: TestPublisher, rollout: number): Promise<void> {
  await publisher.inScope(({ tx, tenant }) =>
    tx.execute(sql`update rollout_waves set published_at = published_at - interval '1 hour',
        quorum_at = quorum_at - interval '1 hour'
      where tenant = ${tenant} and rollout = ${rollout}`),
  )
  await look(publisher)
}

/** As if nothing had been heard of all clusters for an hour. */
export async function fallSilent({ inScope }: TestPublisher): Promise<void> {
  await inScope(({ tx, tenant }) =>
    tx.execute(sql`update cluster_reports set seen_at = seen_at - interval '1 hour'
      where tenant = ${tenant}`),
  )
}

/** As if all states had been observed two minutes earlier. */
export async function twoMinutesPass({ inScope }: TestPublisher): Promise<void> {
  await inScope(({ tx, tenant }) =>
    tx.execute(sql`update observations set state_since = state_since - interval '2 minutes'
      where tenant = ${tenant}`),
  )
}

/** Has the conductor look at all rollouts. */
export async function look({ inScope }: Pick<TestPublisher, 'inScope'>): Promise<void> {
  await inScope((scope) => wakeRolloutsOf(scope, null))
}
