// Why somebody did something, as the text of a commit tells of it.
import { inert } from '#lib/domain/git/inert-text.ts'

const CHARACTERS_MAX = 200

/** Cut where it is long; empty: nobody said. */
export function reasonText(reason: string | null): string {
  const why = reason === null ? '' : inert(reason)
  return why.length > CHARACTERS_MAX ? `${why.slice(0, CHARACTERS_MAX)}…` : why
}
