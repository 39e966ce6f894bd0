// What holds a rollout up, as its row keeps it for lists, which look ahead of none.
import type { RolloutRow } from '#db/queries/rollouts.ts'
import type { Waiting } from '#lib/domain/rollouts/rollout.ts'
import { textOf } from './represent.ts'

type Kept = NonNullable<RolloutRow['waiting']>

const REASONS_MAX = 10
/** Longer ones name many freezes, or many checks. */
const CHARACTERS_MAX = 300

export function keptWaiting(waiting: readonly Waiting[]): Kept {
  return waiting.slice(0, REASONS_MAX).map(({ code, until, text }) => ({
    code,
    until: textOf(until),
    text: text.length > CHARACTERS_MAX ? `${text.slice(0, CHARACTERS_MAX)}…` : text,
  }))
}
