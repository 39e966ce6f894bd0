// Which pairs of the edited objects an edit leaves as they are: those of edited policies, and the placements of edited
// applications, teams and clusters.
import type { Transitions } from '#lib/domain/fleet/fleet-state.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { clustersReached } from '#lib/domain/fleet/reaching.ts'
import { isActive } from '#lib/domain/fleet/rules.ts'
import type { Rule } from '#lib/domain/fleet/rules.ts'
import { bitsOf, hasBit, intersect, NO_BITS, uniteAll } from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'

export type EditedObjects = {
  readonly applications: Bits
  readonly teams: ReadonlySet<string>
  /** With those that become others by their type. */
  readonly clusters: Bits
  /** What the edited policies reach before and after, without suspended ones. */
  readonly rulesBefore: readonly Rule[]
  readonly rulesAfter: readonly Rule[]
}

export function editedObjects(
  before: Fleet,
  after: Fleet,
  transitions: Transitions,
  clusters: readonly { readonly id: number }[],
): EditedObjects {
  const policyIds = transitions.policies.map(({ id }) => id)
  const teams = transitions.teams.flatMap((transition) => [transition.before, transition.after])
  return {
    applications: bitsOf(transitions.applications.map(({ id }) => id)),
    teams: new Set(teams.flatMap((team) => team?.name ?? [])),
    clusters: bitsOf(clusters.map(({ id }) => id)),
    rulesBefore: activeRules(before, policyIds),
    rulesAfter: activeRules(after, policyIds),
  }
}

/**
 * Which of an application's pairs that are placed before and after come from the edited objects both times. These count
 * together: a pair that one edited policy drops and another takes over is kept.
 */
export function keptPairs(
  { before, after }: { readonly before: Fleet; readonly after: Fleet },
  edited: EditedObjects,
  applicationId: number,
  placedBoth: Bits,
): Bits {
  const application = after.applications.slots[applicationId]
  // Nothing of a deleted one is placed afterwards.
  if (application === undefined) return NO_BITS
  if (hasBit(edited.applications, applicationId) || edited.teams.has(application.team))
    return placedBoth
  const giving = rulesGiving(edited.rulesBefore, applicationId)
  const then = rulesGiving(edited.rulesAfter, applicationId)
  if (giving.length === 0 || then.length === 0) return intersect(placedBoth, edited.clusters)
  const given = (fleet: Fleet, rules: readonly Rule[]) =>
    uniteAll([edited.clusters, ...rules.map((rule) => clustersReached(fleet, rule, applicationId))])
  return intersect(placedBoth, intersect(given(before, giving), given(after, then)))
}

function rulesGiving(rules: readonly Rule[], applicationId: number): Rule[] {
  return rules.filter((rule) => hasBit(rule.applications, applicationId))
}

/** Policies that exclude may be among them: a pair that one of them reaches isn't placed both before and after anyway. */
function activeRules(fleet: Fleet, policyIds: readonly number[]): Rule[] {
  return policyIds.flatMap((id) => {
    const rule = fleet.rules[id]
    return rule === undefined || !isActive(rule.policy) ? [] : [rule]
  })
}
