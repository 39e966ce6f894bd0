// Where an application may be released by now that waits for others.
import { readInstant } from '#db/queries/clock.ts'
import { findAllUnfinished } from '#db/queries/rollouts.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Evidence } from '#lib/domain/dependencies/met.ts'
import type { Part } from '#lib/domain/dependencies/waiting.ts'
import { unreleasedAmong } from '#lib/domain/fleet/deliveries.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Identified } from '#lib/domain/fleet/shelf.ts'
import { freezesOn } from '#lib/domain/impact/freezes.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { earliest, timeGates } from '#lib/domain/rollouts/gates.ts'
import { isEmpty, subtract, uniteAll } from '#lib/domain/sets/bits.ts'
import { readBlocked } from '../rollouts/blocked.ts'
import { askedIn } from '../rollouts/environment.ts'

export type Look = {
  /** The clusters that wait for nothing any more. */
  readonly met: readonly Part[]
  /** What is known of each dependency, for these. */
  readonly evidence: readonly Evidence[]
  /** The application’s rollouts that are under way. */
  readonly underWay: ReadonlySet<number>
  /** When a closed environment may open, in milliseconds since 1970; null: none may by time alone. */
  readonly opensAt: number | null
}

/**
 * Of clusters that wait, those on which all is there, where neither a freeze holds nor an environment is closed. While a rollout
 * of the application is under way in an environment, only those get anything there that have nothing: the others may get it by
 * one of its waves.
 */
export async function lookAt(
  scope: TenantScope,
  fleet: Fleet,
  application: Identified<Application>,
  waiting: readonly Part[],
): Promise<Look> {
  const { id, object } = application
  const unfinished =
    object.follow === 'versions' ? await findAllUnfinished(scope, { applicationId: id }) : []
  const rollingOut = new Set(unfinished.map(({ environment }) => environment))
  const now = (await readInstant(scope)).getTime()
  const closed = closedAmong(fleet, object, waiting, now)
  const open = waiting
    .filter(({ environment }) => !closed.has(environment))
    .map(({ environment, clusters }) => ({
      environment,
      clusters: rollingOut.has(environment) ? unreleasedAmong(fleet, id, [clusters]) : clusters,
    }))
  const among = uniteAll(open.map(({ clusters }) => clusters))
  const blocked = await readBlocked(scope, fleet, id, among)
  const met = open
    .map(({ environment, clusters }) => ({
      environment,
      clusters: subtract(clusters, blocked.clusters),
    }))
    .filter(({ clusters }) => !isEmpty(clusters))
  const underWay = new Set(unfinished.map((rollout) => rollout.id))
  return { met, evidence: blocked.evidence, underWay, opensAt: earliest([...closed.values()]) }
}

/** When an environment may open that is closed at an instant, by its name; null: not by time alone. */
type Closed = ReadonlyMap<string, number | null>

function closedAmong(
  fleet: Fleet,
  application: Application,
  waiting: readonly Part[],
  now: number,
): Closed {
  return new Map(
    waiting.flatMap(({ environment }) => {
      const { hours } = askedIn(fleet, environment)
      const freezes = freezesOn(fleet, application, environment)
      const gates = timeGates({ hours, freezes }, now)
      if (gates.every((gate) => gate.waiting === null)) return []
      return [[environment, earliest(gates.map(({ due }) => due))] as const]
    }),
  )
}
