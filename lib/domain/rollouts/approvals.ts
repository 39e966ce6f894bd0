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
  const asked = answersTo(facts, index).filter(
    ({ group, by }) => groups.has(group) && (by !== rollout.startedBy || rule.self),
  )
  const { approvals, refusals } = newestAnswers(rollout, asked)
  return { approvals: approvals.filter(({ at }) => now < at + APPROVAL_MS), refusals }
}

/**
 * What people answered about a wave since it is in Git, where no cluster says how it is: one of them is enough, whoever may answer
 * there, and for as long as it takes. Refusals count as above.
 */
export function answersSincePublished(rollout: Rollout, index: number, facts: Facts): Answers {
  const publishedAt = rollout.waves[index]!.publishedAt ?? Infinity
  const given = answersTo(facts, index).filter(({ at }) => at >= publishedAt)
  return newestAnswers(rollout, given)
}

function answersTo({ approvals, digests }: Facts, index: number): readonly Approval[] {
  return approvals.filter(({ wave, digest }) => wave === index && digest === digests[index])
}

/** The newest of each person that still counts after the rollout was last resumed. */
function newestAnswers(rollout: Rollout, answers: readonly Approval[]): Answers {
  const resumedAt = rollout.resumedAt ?? -Infinity
  const newest = new Map<string, Approval>()
  let askedAgain = -Infinity
  for (const answer of answers) {
    const { by, decision, at } = answer
    if (decision === 'refuse' && at <= resumedAt) askedAgain = Math.max(askedAgain, at)
    if (at >= (newest.get(by)?.at ?? -Infinity)) newest.set(by, answer)
  }
  const all = [...newest.values()]
  return {
    approvals: all.filter(({ decision, at }) => decision === 'approve' && at > askedAgain),
    refusals: all.filter(({ decision, at }) => decision === 'refuse' && at > resumedAt),
  }
}
