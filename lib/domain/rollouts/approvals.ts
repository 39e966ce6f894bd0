// What people answered about a wave, and which of these answers count.
import type { ApprovalRule } from '#lib/domain/objects/environment/wave-rule.ts'
import { HOUR_MS } from '#lib/domain/observed/time-zone.ts'
import type { Approval, Facts, Rollout } from './rollout.ts'

export const APPROVAL_MS = 72 * HOUR_MS

export type Answers = {
  /** Of different people. */
  readonly approvals: readonly Approval[]
  readonly refusals: readonly Approval[]
}

/**
 * The newest answer of each person who may answer about a wave, if it is about what the wave would do now. Approvals count for
 * 72 hours; refusals until the rollout is resumed, which asks everybody again who approved before.
 */
export function countedAnswers(
  rollout: Rollout,
  index: number,
  rule: ApprovalRule,
  facts: Facts,
  now: number,
): Answers {
  const groups = new Set(rule.groups.map(({ id }) => id))
  const resumedAt = rollout.resumedAt ?? -Infinity
  const newest = new Map<string, Approval>()
  let askedAgain = -Infinity
  for (const answer of facts.approvals) {
    if (answer.wave !== index || answer.digest !== facts.digests[index]) continue
    if (!groups.has(answer.group) || (answer.by === rollout.startedBy && !rule.self)) continue
    const { decision, at } = answer
    if (decision === 'refuse' && at <= resumedAt) askedAgain = Math.max(askedAgain, at)
    if (at >= (newest.get(answer.by)?.at ?? -Infinity)) newest.set(answer.by, answer)
  }
  const answers = [...newest.values()]
  return {
    approvals: answers.filter(
      ({ decision, at }) => decision === 'approve' && at > askedAgain && now < at + APPROVAL_MS,
    ),
    refusals: answers.filter(({ decision, at }) => decision === 'refuse' && at > resumedAt),
  }
}
