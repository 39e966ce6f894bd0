// What becomes of a rule's alert when the rule is looked at: it is fired once, and again only after it was resolved.
import { durationMs } from '#lib/domain/objects/durations.ts'
import type { AlertRule } from '#lib/domain/objects/objects.ts'
import type { Finding } from './finding.ts'

/** An alert that isn't resolved. */
export type OpenAlert = {
  readonly since: Date
  /** Null: it hasn't been so for long enough. */
  readonly firedAt: Date | null
}

/** Why an alert is over. */
export const RESOLUTIONS = ['condition', 'rule_suspended', 'rule_deleted'] as const
export type Resolution = (typeof RESOLUTIONS)[number]

export type Step =
  | { readonly do: 'nothing' }
  /** It begins to be so; `fires`: that is long enough already. */
  | { readonly do: 'begin'; readonly fires: boolean }
  | { readonly do: 'fire' }
  /** It was never told, so nobody hears that it is over. */
  | { readonly do: 'forget' }
  | { readonly do: 'resolve'; readonly because: Resolution }

/**
 * `open` null: it wasn't so when the rule was last looked at; `rule` null: it is no more. An alert that fired isn't called
 * resolved because clusters became silent: nobody knows.
 */
export function stepOf(
  open: OpenAlert | null,
  rule: AlertRule | null,
  finding: Finding | null,
  now: Date,
): Step {
  if (rule === null || finding === null) return ended(open, 'rule_deleted')
  if (rule.suspended) return ended(open, 'rule_suspended')
  const isFiring = open !== null && open.firedAt !== null
  if (!(isFiring ? finding.mayHold : finding.holds)) return ended(open, 'condition')
  const waitMs = durationMs(rule.for) ?? 0
  if (open === null) return { do: 'begin', fires: waitMs === 0 }
  const isDue = now.getTime() - open.since.getTime() >= waitMs
  return !isFiring && isDue ? { do: 'fire' } : { do: 'nothing' }
}

function ended(open: OpenAlert | null, because: Resolution): Step {
  if (open === null) return { do: 'nothing' }
  return open.firedAt === null ? { do: 'forget' } : { do: 'resolve', because }
}
