// Which clusters a policy reaches for one application: those that it selects and, where it has a target, only those of
// environments where the application has a target of that name.
import { findTarget } from '#lib/domain/objects/application/target.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { type Bits, hasBit, intersect, NO_BITS, uniteAll } from '#lib/domain/sets/bits.ts'
import type { FleetState } from './fleet-state.ts'
import type { Rule } from './rules.ts'
import { rulesSelecting } from './selecting.ts'

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
