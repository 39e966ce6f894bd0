// What is told to those who follow a tenant, as it happens.
import { z } from 'zod'

/**
 * `observed`: clusters said something new; `freshness`: they were heard of again, or not for long; `alerts`: some fired, or are
 * over.
 */
export const LIVE_TOPICS = ['observed', 'freshness', 'changes', 'publications', 'alerts'] as const
export type LiveTopic = (typeof LIVE_TOPICS)[number]

/** A cluster or a branch by its name, a change by its number, or an alert by its id. */
export type LiveId = string | number

export type LiveEvent = {
  /** `reset`: some events are lost, so everything has to be looked at again. */
  readonly topic: LiveTopic | 'reset'
  /** Absent: too many to name, or not for this reader. */
  readonly ids?: readonly LiveId[]
}

/** How processes tell each other: a name of the text, then of each topic the tenant, and the ids unless they are too many. */
export const announcementText = z.tuple([
  z.string(),
  z.array(
    z.tuple([z.int(), z.enum(LIVE_TOPICS), z.array(z.union([z.string(), z.int()])).nullable()]),
  ),
])
