import { findObject } from '#lib/domain/fleet/fleet.ts'
import type { Rule } from '#lib/domain/fleet/rules.ts'
import { auditName, type Subject } from '../audit/subject.ts'
import type { Context, Loaded } from '../define.ts'

export type DecisionRef = { readonly policy: string }

export const decisionSubject: Subject = { kind: 'decision', namedBy: [] }

export function nameOfDecision(policy: string): string {
  return auditName(decisionSubject, policy)
}

/** The rule of a policy, for those who may see what it decides. */
export async function loadDecision(
  { fleet }: Context,
  { policy: name }: DecisionRef,
): Promise<Loaded<Rule> | null> {
  const now = await fleet()
  const found = findObject(now, { kind: 'target-policy', team: null, name })
  const rule = found && now.rules[found.id]
  if (!rule) return null
  const { team, scheduler } = rule.policy
  return { resource: { kind: 'decision', team, scheduler }, found: rule }
}
