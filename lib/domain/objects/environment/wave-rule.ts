// How an environment's rollouts go in waves: to which clusters each, what must hold before it, and how long it is looked at.
import type { Selector } from '#lib/domain/labels/selector.ts'

/** A number of clusters, or whole percents of all clusters of the rollout. */
export type WaveSize = { readonly count: number } | { readonly percent: number }

export type ApprovalRule = {
  /** How many different people must approve. */
  readonly count: number
  /** Whose members may; `id` as the identity provider names the group. */
  readonly groups: readonly { readonly id: string }[]
  /** Whether the person who started the rollout may, too. */
  readonly self: boolean
}

/** What clusters must report of a wave. */
export type HealthRule = {
  /** How many of those that aren't silent must have been healthy, in whole percents from 1 on. */
  readonly healthyPercent: number
  /** How many may be failing. */
  readonly failing: WaveSize
  /** How many may be silent, in whole percents. */
  readonly silentPercent: number
  /** Where no cluster of the wave ever reported: whether a person says that it goes on, or time does. */
  readonly unobserved: 'approve' | 'time'
}

export type AfterRule = {
  /** How long it must have been in Git, and healthy, in milliseconds. */
  readonly soakMs: number
  /** Null: what clusters report isn't asked. */
  readonly health: HealthRule | null
  /** Names of what programs must have checked with success. */
  readonly checks: readonly string[]
  /** How long after it is in Git it must have passed, in milliseconds; null: there is no end to it. */
  readonly deadlineMs: number | null
  /** What happens to the rollout when too many fail, a check does, or the deadline is over. */
  readonly onFailure: 'pause' | 'rollback'
}

export type WaveRule = {
  readonly name: string
  /** Null: all clusters that no earlier wave has. */
  readonly clusters: Selector | null
  /** Of these, only those on which the application has its target of this name; null: whatever it has there. */
  readonly target: string | null
  /** How many of these; null: all. */
  readonly size: WaveSize | null
  readonly before: { readonly approvals: ApprovalRule | null }
  /** What must hold after it, before the next one. */
  readonly after: AfterRule
}

export const NOTHING_AFTER: AfterRule = {
  soakMs: 0,
  health: null,
  checks: [],
  deadlineMs: null,
  onFailure: 'pause',
}

/** Whatever no other wave has, without asking anybody. */
export const REST: WaveRule = {
  name: 'rest',
  clusters: null,
  target: null,
  size: null,
  before: { approvals: null },
  after: NOTHING_AFTER,
}

/** Whether it takes whatever is left. */
export function isRest({ clusters, target, size }: WaveRule): boolean {
  return clusters === null && target === null && size === null
}
