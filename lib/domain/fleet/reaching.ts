// Which clusters a policy reaches for one application: its candidates are those that it selects and, where it has a target,
// only those of environments where the application has a target of that name. Where a scheduler or a pick chooses, it reaches
// the chosen ones among them.
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
import { decisionOf } from './fleet-decisions.ts'
import type { FleetState } from './fleet-state.ts'
import { needsDecision } from '#lib/domain/objects/target-policy/needs-decision.ts'
import { type Rule } from './rules.ts'
import { rulesSelecting } from './selecting.ts'
import { findByName, type Shelf } from './shelf.ts'

/** Those among which is chosen, where somebody chooses. */
export function clustersEligible(
  { clustersByEnvironment }: Pick<FleetState, 'clustersByEnvironment'>,
  { policy, clusters }: Rule,
  { targets }: Application,
): Bits {
  if (policy.target === null) return clusters
  const environments = targets
    .filter(({ name }) => name === policy.target)
    .map(({ environment }) => clustersByEnvironment.get(environment) ?? NO_BITS)
  return intersect(clusters, uniteAll(environments))
}

/** Those that the application's team may use, too. `applicationId`: of an application that the rule selects. */
export function candidatesOf(fleet: FleetState, rule: Rule, applicationId: number): Bits {
  const eligible = clustersEligible(fleet, rule, fleet.applications.slots[applicationId]!)
  const boundary = boundaryFor(fleet, applicationId)
  return boundary === null ? eligible : intersect(eligible, boundary)
}

/** The clusters that the application's team may use; null: all. None if there is no such team. */
export function boundaryFor(fleet: FleetState, applicationId: number): Bits | null {
  const { team } = fleet.applications.slots[applicationId]!
  const owner = findByName(fleet.teams, team)
  return owner === null ? NO_BITS : (fleet.boundaries[owner.id] ?? null)
}

/** `applicationId`: of an application that the rule selects. */
export function clustersReached(fleet: FleetState, rule: Rule, applicationId: number): Bits {
  const eligible = clustersEligible(fleet, rule, fleet.applications.slots[applicationId]!)
  if (!needsDecision(rule.policy)) return eligible
  return intersect(eligible, decisionOf(fleet, rule.id, applicationId) ?? NO_BITS)
}

/** Whether a policy reaches all clusters that it selects, whatever the application. */
export function reachesAll({ policy }: Rule): boolean {
  return policy.target === null && !needsDecision(policy)
}

/** The rules that select an application and aren't suspended, in no order, each with the clusters that it reaches for it. */
export function rulesReaching(fleet: FleetState, applicationId: number): readonly Rule[] {
  const rules = rulesSelecting(fleet, applicationId)
  if (rules.every(reachesAll)) return rules
  return rules.map((rule) => ({ ...rule, clusters: clustersReached(fleet, rule, applicationId) }))
}

/** Whether a rule that selects an application reaches a cluster for it. */
export function reaches(
  fleet: FleetState,
  rule: Rule,
  applicationId: number,
  clusterId: number,
): boolean {
  if (!isEligible(fleet, rule, applicationId, clusterId)) return false
  if (!needsDecision(rule.policy)) return true
  return hasBit(decisionOf(fleet, rule.id, applicationId) ?? NO_BITS, clusterId)
}

/** Whether a rule that selects an application reaches a cluster for it, or would if the cluster were chosen. */
export function isEligible(
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
export function reachAmong(fleet: FleetState, rule: Rule, among: Selection): Selection {
  const selected = {
    applications: intersect(rule.applications, among.applications),
    clusters: intersect(rule.clusters, among.clusters),
  }
  if (reachesAll(rule)) return selected
  const parts = needsDecision(rule.policy)
    ? chosenParts(fleet, rule, selected)
    : targetedParts(fleet, rule, selected)
  const reached = parts.filter((part) => !isEmpty(part.applications) && !isEmpty(part.clusters))
  return {
    applications: uniteAll(reached.map((part) => part.applications)),
    clusters: uniteAll(reached.map((part) => part.clusters)),
  }
}

/** What is chosen for each application by itself. */
function chosenParts(fleet: FleetState, rule: Rule, { applications, clusters }: Selection) {
  const decided = [...(fleet.decisions[rule.id]?.keys() ?? [])]
  return decided
    .filter((id) => hasBit(applications, id))
    .map((id) => ({
      applications: bitsOf([id]),
      clusters: intersect(clusters, clustersReached(fleet, rule, id)),
    }))
}

/** What is reached in each environment that any application has a target for. */
function targetedParts(
  { applications, clustersByEnvironment }: FleetState,
  { policy }: Rule,
  selected: Selection,
) {
  const held = holdersOf(applications).get(policy.target ?? '') ?? []
  return [...held].map(([environment, holders]) => ({
    applications: intersect(selected.applications, holders),
    clusters: intersect(selected.clusters, clustersByEnvironment.get(environment) ?? NO_BITS),
  }))
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
