// Whose approval a rollout waits for.
import { countBits } from '#lib/domain/sets/bits.ts'
import { advance } from './advance.ts'
import { countedAnswers } from './approvals.ts'
import { readyOf } from './members.ts'
import type { Facts, Rollout } from './rollout.ts'

export type AskedApproval = {
  /** The wave's index. */
  readonly wave: number
  /** How many it would give the version now. */
  readonly clusters: number
  /** The ids of the groups in which somebody may answer, sorted. */
  readonly groups: readonly string[]
  /** The principals whose approvals count already, and whoever started the rollout unless they may answer, too. */
  readonly unasked: readonly string[]
}

/**
 * The wave of a running rollout whose approvals are missing, as `advance` says it; null: none waits for one, or it has no cluster
 * yet on which all is there that the application needs. The rollout is as `advance` or `withReleased` left it.
 */
export function askedApproval(rollout: Rollout, facts: Facts, now: number): AskedApproval | null {
  // Of a wave that was released just now, nothing is in Git.
  const { waiting } = advance(rollout, { ...facts, publishedAt: null }, now)
  const wave = waiting.find(({ code }) => code === 'approval')?.wave
  if (waiting.some((each) => each.wave === wave && each.code === 'depends')) return null
  const rule = wave === undefined ? null : rollout.waves[wave]!.rule.before.approvals
  if (wave === undefined || rule === null) return null
  const { approvals } = countedAnswers(rollout, wave, rule, facts, now)
  return {
    wave,
    clusters: countBits(readyOf(rollout, wave, facts)),
    groups: rule.groups.map(({ id }) => id).sort(),
    unasked: [...approvals.map(({ by }) => by), ...(rule.self ? [] : [rollout.startedBy])],
  }
}
