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

export type WaveRule = {
  readonly name: string
  /** Null: all clusters that no earlier wave has. */
  readonly clusters: Selector | null
  /** How many of these; null: all. */
  readonly size: WaveSize | null
  readonly before: { readonly approvals: ApprovalRule | null }
  /** How long the wave must have been in Git before the next one, in milliseconds. */
  readonly after: { readonly soakMs: number }
}

/** Whatever no other wave has, without asking anybody. */
export const REST: WaveRule = {
  name: 'rest',
  clusters: null,
  size: null,
  before: { approvals: null },
  after: { soakMs: 0 },
}

/** Whether it takes whatever is left. */
export function isRest({ clusters, size }: WaveRule): boolean {
  return clusters === null && size === null
}
