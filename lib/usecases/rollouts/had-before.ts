// What the clusters of an environment had when a rollout to it started, which is what a roll back of it gives them.
import { findLastEvent } from '#db/queries/rollout-events.ts'
import { findNumbered } from '#db/queries/versions.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Rollout } from '#lib/domain/rollouts/rollout.ts'
import type { RolloutJson } from '#lib/schemas/rollout.ts'
import { readStartedFrom } from '#lib/schemas/started-facts.ts'

const VERSIONS_MAX = 10

/** Most clusters first; empty: they had nothing. */
export async function readHadBefore(
  scope: TenantScope,
  { id, application }: Pick<Rollout, 'id' | 'application'>,
): Promise<RolloutJson['from']> {
  const started = await findLastEvent(scope, id, 'started')
  const from = readStartedFrom(started?.facts)
  const most = from.toSorted((a, b) => b.clusters - a.clusters).slice(0, VERSIONS_MAX)
  const numbers = most.flatMap(({ version }) => version ?? [])
  const announced = await findNumbered(scope, application, numbers)
  return most.map(({ version, clusters }) => ({
    version: announced.find(({ number }) => number === version) ?? null,
    clusters,
  }))
}
