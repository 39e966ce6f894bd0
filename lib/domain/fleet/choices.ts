// Says of a pair whether a scheduler or a pick chose it.
import { countBits, hasBit, NO_BITS } from '#lib/domain/sets/bits.ts'
import { decisionOf } from './fleet-decisions.ts'
import type { FleetState } from './fleet-state.ts'
import { candidatesOf, isEligible } from './reaching.ts'
import { needsDecision } from '#lib/domain/objects/target-policy/needs-decision.ts'
import { type Rule } from './rules.ts'
import { rulesSelecting } from './selecting.ts'

export type Choice = {
  /** `pick`, or the name of the scheduler. */
  readonly by: string
  readonly holds: boolean
  /** One plain sentence without a capital and a full stop. */
  readonly reason: string
}

/** What the present scheduler of a policy said of why it chose a cluster or didn't, by their ids; null: nothing. */
export type SaidReasons = (
  policyId: number,
  applicationId: number,
  clusterId: number,
) => string | null

/** Null: the policy needs no decisions. `rule`: one that selects the application. */
export function choiceOn(
  fleet: FleetState,
  rule: Rule,
  applicationId: number,
  clusterId: number,
  saidReasons: SaidReasons,
): Choice | null {
  const { policy, id } = rule
  if (!needsDecision(policy)) return null
  const by = policy.scheduler ?? 'pick'
  const decided = decisionOf(fleet, id, applicationId)
  if (decided === null && policy.scheduler !== null) {
    return { by, holds: false, reason: `${by} has not decided yet` }
  }
  const chosen = decided ?? NO_BITS
  const candidates = countBits(candidatesOf(fleet, rule, applicationId))
  const among = `${countBits(chosen).toLocaleString('en')} of ${candidates.toLocaleString('en')}`
  const holds = hasBit(chosen, clusterId)
  const said = policy.scheduler === null ? null : saidReasons(id, applicationId, clusterId)
  const why = said === null ? '' : `: ${said}`
  return { by, holds, reason: `${holds ? 'chosen' : 'not chosen'} by ${by} (${among})${why}` }
}

/** By the name of each policy that would place the pair if it is chosen, and isn't suspended. */
export function choicesOn(
  fleet: FleetState,
  applicationId: number,
  clusterId: number,
  saidReasons: SaidReasons,
): ReadonlyMap<string, Choice> {
  const choices = new Map<string, Choice>()
  for (const rule of rulesSelecting(fleet, applicationId)) {
    if (!isEligible(fleet, rule, applicationId, clusterId)) continue
    const choice = choiceOn(fleet, rule, applicationId, clusterId, saidReasons)
    if (choice !== null) choices.set(rule.policy.name, choice)
  }
  return choices
}
