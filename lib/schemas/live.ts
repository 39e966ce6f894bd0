// What is told to those who follow a tenant, as it happens.

/**
 * `observed`: clusters said something new; `freshness`: they were heard of again, or not for long; `rollouts`: something happened
 * to them; `alerts`: some fired, or are over.
 */
export const LIVE_TOPICS = [
  'observed',
  'freshness',
  'changes',
  'publications',
  'rollouts',
  'alerts',
] as const
export type LiveTopic = (typeof LIVE_TOPICS)[number]

/** A cluster or a branch by its name, a change or a rollout by its number, or an alert by its id. */
export type LiveId = string | number

export type LiveEvent = {
  /** `reset`: some events are lost, so everything has to be looked at again. */
  readonly topic: LiveTopic | 'reset'
  /** Absent: too many to name, or not for this reader. */
  readonly ids?: readonly LiveId[]
}
