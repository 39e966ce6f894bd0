// Where an application may be released by now that waits for others.
import { readInstant } from '#db/queries/clock.ts'
import { findAllUnfinished } from '#db/queries/rollouts.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { blockedClusters, type Evidence } from '#lib/domain/dependencies/met.ts'
import type { Part } from '#lib/domain/dependencies/waiting.ts'
import { unreleasedAmong } from '#lib/domain/fleet/deliveries.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Identified } from '#lib/domain/fleet/shelf.ts'
import { freezesOn } from '#lib/domain/impact/freezes.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { HOUR_MS } from '#lib/domain/observed/time-zone.ts'
import { earliest, timeGates } from '#lib/domain/rollouts/gates.ts'
import { isEmpty, subtract, uniteAll } from '#lib/domain/sets/bits.ts'
import { askedIn } from '../rollouts/environment.ts'
import { readEvidence } from './evidence.ts'

/** What clusters say is gathered for so long: each look makes at most one change. */
export const LOOK_EVERY_MS = 30_000

export type Look = {
  /** The clusters that wait for nothing any more. */
  readonly met: readonly Part[]
  /** What is known of each dependency, for these. */
  readonly evidence: readonly Evidence[]
  /** The application’s rollouts that are under way. */
  readonly underWay: ReadonlySet<number>
  /** When they are to be looked at again, if none is met. */
  readonly dueAt: Date
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
  const evidence = await readEvidence(scope, fleet, object.dependsOn, among)
  const blocked = blockedClusters(fleet, object.dependsOn, among, evidence)
  const met = open
    .map(({ environment, clusters }) => ({ environment, clusters: subtract(clusters, blocked) }))
    .filter(({ clusters }) => !isEmpty(clusters))
  const underWay = new Set(unfinished.map((rollout) => rollout.id))
  const dues = waiting.map((part) => closed.get(part.environment) ?? now + LOOK_EVERY_MS)
  return { met, evidence, underWay, dueAt: new Date(earliest(dues) ?? now) }
}

/** When an environment is looked at again that is closed at an instant, by its name. */
type Closed = ReadonlyMap<string, number>

/** A freeze may be lifted, and hours may be edited: then all are looked at. */
const CLOSED_FOR_MS = HOUR_MS

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
      const due = earliest([...gates.map((gate) => gate.due), now + CLOSED_FOR_MS])!
      return [[environment, due] as const]
    }),
  )
}
