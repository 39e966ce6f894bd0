// Why a change was made, as a commit says it: what people typed, on one line that means nothing to a Git host.
import { inert } from '#lib/domain/git/inert-text.ts'

const CHARACTERS_MAX = 200

/** On one line, cut where it is long; empty: nobody said. */
export function reasonText(reason: string | null): string {
  const why = inert(reason ?? '')
  return why.length > CHARACTERS_MAX ? `${why.slice(0, CHARACTERS_MAX)}…` : why
}

/** At most one line. */
export function reasonLines(reason: string | null): string[] {
  const why = reasonText(reason)
  return why === '' ? [] : [`reason: ${why}`]
}
