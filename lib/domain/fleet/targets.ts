// Which of an application's placements have which of its targets, as the policies that place them say.
import type { Target } from '#lib/domain/objects/application/target.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import {
  type Bits,
  differ,
  intersect,
  isEmpty,
  NO_BITS,
  subtract,
  uniteAll,
} from '#lib/domain/sets/bits.ts'
import { decisionOf } from './fleet-decisions.ts'
import type { FleetState } from './fleet-state.ts'
import { clustersReached, reaches } from './reaching.ts'
import type { Rule } from './rules.ts'
import { rulesSelecting } from './selecting.ts'
import { placementsOf } from './targeting.ts'

/** Sets of clusters without clusters in common, none of which is empty. */
export type Targeted = ReadonlyMap<Target, Bits>

const NOWHERE: Targeted = new Map()

/**
 * The placements of an application that have a target, by it; the others have its own directory. A policy without a target
 * says nothing of that. Free for an application without targets. Of two targets on one pair, which can't be saved, the one
 * counts that stands first among the application's.
 */
export function targetsOf(fleet: FleetState, applicationId: number): Targeted {
  return targetsAmong(fleet, applicationId, placementsOf(fleet, applicationId))
}

/** Those of some of the clusters where it is placed. */
export function targetsAmong(fleet: FleetState, applicationId: number, placed: Bits): Targeted {
  const application = fleet.applications.slots[applicationId]
  if (!hasTargets(application)) return NOWHERE
  const rules = rulesWithTargets(fleet, applicationId)
  if (rules.length === 0) return NOWHERE
  const parts = new Map<Target, Bits>()
  let rest = placed
  for (const target of application.targets) {
    const naming = rules.filter(({ policy }) => policy.target === target.name)
    const here = fleet.clustersByEnvironment.get(target.environment) ?? NO_BITS
    const reached = naming.map((rule) => clustersReached(fleet, rule, applicationId))
    const clusters = intersect(intersect(rest, here), uniteAll(reached))
    if (isEmpty(clusters)) continue
    parts.set(target, clusters)
    rest = subtract(rest, clusters)
  }
  return parts
}

/**
 * The clusters, of some where an application is placed before and after, that may have another target afterwards without being
 * edited themselves: none, unless the application or a policy that gives it targets is, or what was decided for them.
 */
export function retargetable(
  before: FleetState,
  after: FleetState,
  applicationId: number,
  placed: Bits,
): Bits {
  const [was, is] = [before, after].map(({ applications }) => applications.slots[applicationId])
  if (!hasTargets(was) && !hasTargets(is)) return NO_BITS
  const policies = (fleet: FleetState) =>
    rulesWithTargets(fleet, applicationId).map(({ policy }) => policy)
  const [had, has] = [new Set(policies(before)), new Set(policies(after))]
  const isDecidedAlike = rulesWithTargets(after, applicationId).every(
    ({ id }) => decisionOf(before, id, applicationId) === decisionOf(after, id, applicationId),
  )
  const isAlike =
    was === is && had.size === has.size && [...had].every((each) => has.has(each)) && isDecidedAlike
  return isAlike ? NO_BITS : placed
}

/** Of some clusters where an application is placed before and after, those where it has another target afterwards, or one on one side alone. */
export function retargeted(
  before: FleetState,
  after: FleetState,
  applicationId: number,
  placed: Bits,
): Bits {
  const [had, has] = [before, after].map((fleet) =>
    targetsByName(targetsAmong(fleet, applicationId, placed)),
  )
  const names = new Set([...had!.keys(), ...has!.keys()])
  return uniteAll(
    [...names].map((name) => differ(had!.get(name) ?? NO_BITS, has!.get(name) ?? NO_BITS)),
  )
}

/** By the names alone: targets of one name in several environments are one. */
export function targetsByName(targeted: Targeted): ReadonlyMap<string, Bits> {
  const parts = Map.groupBy(targeted, ([{ name }]) => name)
  return new Map(
    [...parts].map(([name, alike]) => [name, uniteAll(alike.map(([, clusters]) => clusters))]),
  )
}

/** The target that an application has on one of the clusters where it is placed; null: none. */
export function targetOn(
  fleet: FleetState,
  applicationId: number,
  clusterId: number,
): Target | null {
  const application = fleet.applications.slots[applicationId]
  const cluster = fleet.clusters.slots[clusterId]
  if (!hasTargets(application) || cluster === undefined) return null
  const names = new Set(
    rulesWithTargets(fleet, applicationId)
      .filter((rule) => reaches(fleet, rule, applicationId, clusterId))
      .map(({ policy }) => policy.target),
  )
  const { environment } = cluster
  return (
    application.targets.find((each) => each.environment === environment && names.has(each.name)) ??
    null
  )
}

/** The placements with a target of a name, whatever its environment, by the ids of applications. */
export function placementsWithTarget(fleet: FleetState, name: string): ReadonlyMap<number, Bits> {
  return new Map(
    fleet.applications.ordered.flatMap((id) => {
      const parts = [...targetsOf(fleet, id)].filter(([target]) => target.name === name)
      return parts.length === 0 ? [] : [[id, uniteAll(parts.map(([, clusters]) => clusters))]]
    }),
  )
}

/** The placements that have no target, by the ids of applications. */
export function placementsWithoutTarget(fleet: FleetState): ReadonlyMap<number, Bits> {
  return new Map(
    fleet.applications.ordered.map((id) => {
      const targeted = uniteAll([...targetsOf(fleet, id).values()])
      return [id, subtract(placementsOf(fleet, id), targeted)]
    }),
  )
}

/** Those that select an application, aren't suspended and have a target, in no order. */
export function rulesWithTargets(fleet: FleetState, applicationId: number): readonly Rule[] {
  return rulesSelecting(fleet, applicationId).filter(({ policy }) => policy.target !== null)
}

function hasTargets(application: Application | undefined): application is Application {
  return application !== undefined && application.targets.length > 0
}
