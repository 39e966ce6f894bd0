// Which clusters a policy reaches for one application: those that it selects and, where it has a target, only those of
// environments where the application has a target of that name.
import { findTarget } from '#lib/domain/objects/application/target.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import {
  type Bits,
  bitsOf,
  hasBit,
  intersect,
  isEmpty,
  NO_BITS,
  uniteAll,
} from '#lib/domain/sets/bits.ts'
import type { FleetState } from './fleet-state.ts'
import type { Rule } from './rules.ts'
import { rulesSelecting } from './selecting.ts'
import type { Shelf } from './shelf.ts'

type Environments = Pick<FleetState, 'clustersByEnvironment'>

/** `application`: one that the rule selects. */
export function clustersReached(
  { clustersByEnvironment }: Environments,
  { policy, clusters }: Rule,
  { targets }: Application,
): Bits {
  if (policy.target === null) return clusters
  const environments = targets
    .filter(({ name }) => name === policy.target)
    .map(({ environment }) => clustersByEnvironment.get(environment) ?? NO_BITS)
  return intersect(clusters, uniteAll(environments))
}

/** The rules that select an application and aren't suspended, in no order, each with the clusters that it reaches for it. */
export function rulesReaching(fleet: FleetState, applicationId: number): readonly Rule[] {
  const rules = rulesSelecting(fleet, applicationId)
  if (rules.every(({ policy }) => policy.target === null)) return rules
  const application = fleet.applications.slots[applicationId]!
  return rules.map((rule) => ({ ...rule, clusters: clustersReached(fleet, rule, application) }))
}

/** Whether a rule that selects an application reaches a cluster for it. */
export function reaches(
  { applications, clusters }: FleetState,
  rule: Rule,
  applicationId: number,
  clusterId: number,
): boolean {
  if (!hasBit(rule.clusters, clusterId)) return false
  const { target } = rule.policy
  if (target === null) return true
  const { environment } = clusters.slots[clusterId]!
  return findTarget(applications.slots[applicationId]!, target, environment) !== null
}

/** Of what a rule selects, some applications, and some clusters. */
type Selection = Pick<Rule, 'applications' | 'clusters'>

/**
 * What a rule reaches among some applications and some clusters: the applications for which it reaches any of these clusters,
 * and the clusters that it reaches for any of these applications.
 */
export function reachAmong(
  { applications, clustersByEnvironment }: Pick<FleetState, 'applications'> & Environments,
  rule: Rule,
  among: Selection,
): Selection {
  const selected = {
    applications: intersect(rule.applications, among.applications),
    clusters: intersect(rule.clusters, among.clusters),
  }
  const { target } = rule.policy
  if (target === null) return selected
  const parts = [...(holdersOf(applications).get(target) ?? [])]
    .map(([environment, holders]) => ({
      applications: intersect(selected.applications, holders),
      clusters: intersect(selected.clusters, clustersByEnvironment.get(environment) ?? NO_BITS),
    }))
    .filter((part) => !isEmpty(part.applications) && !isEmpty(part.clusters))
  return {
    applications: uniteAll(parts.map((part) => part.applications)),
    clusters: uniteAll(parts.map((part) => part.clusters)),
  }
}

/** Which applications have a target, by its name and then by its environment. */
type Holders = ReadonlyMap<string, ReadonlyMap<string, Bits>>

const known = new WeakMap<Shelf<Application>, Holders>()

function holdersOf(applications: Shelf<Application>): Holders {
  const before = known.get(applications)
  if (before !== undefined) return before
  const held = applications.ordered.flatMap((id) =>
    applications.slots[id]!.targets.map((target) => ({ id, ...target })),
  )
  const found = new Map(
    [...Map.groupBy(held, ({ name }) => name)].map(([name, alike]) => [
      name,
      new Map(
        [...Map.groupBy(alike, ({ environment }) => environment)].map(([environment, same]) => [
          environment,
          bitsOf(same.map(({ id }) => id)),
        ]),
      ),
    ]),
  )
  known.set(applications, found)
  return found
}
