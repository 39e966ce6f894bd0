// When something that wasn't delivered is tried again, and how long a receiver that answers nothing is left alone.

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
const FIRST_MS = 5 * SECOND_MS
const LONGEST_MS = 6 * HOUR_MS
const LONGEST_REST_MS = HOUR_MS / 6
/** With the pauses between them, about a day. */
export const ATTEMPTS_MAX = 12

/**
 * How long to wait after so many failed attempts, in milliseconds: 5 seconds, then three times as long each, six hours at
 * most; null: no more. `random` is from 0 to 1 and moves it by up to a fifth, so that what failed together isn't tried
 * together. `asked` is what the receiver asked for, if anything: it is never earlier than that, unless that is over six hours.
 */
export function pauseAfter(
  attempts: number,
  { random, asked }: { readonly random: number; readonly asked: number | null },
): number | null {
  if (attempts >= ATTEMPTS_MAX) return null
  const pause = Math.min(FIRST_MS * 3 ** (attempts - 1), LONGEST_MS) * (0.8 + 0.4 * random)
  return Math.round(Math.max(pause, Math.min(asked ?? 0, LONGEST_MS)))
}

/** How long a receiver rests after so many failures in a row, in milliseconds: ten minutes at most. */
export function restAfter(failures: number, asked: number | null): number {
  const rest = Math.min(FIRST_MS * 3 ** (failures - 1), LONGEST_REST_MS)
  return Math.max(rest, Math.min(asked ?? 0, LONGEST_MS))
}

/**
 * The pause that a `Retry-After` asks for, in milliseconds; null: none that can be read.
 * https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function askedPause(header: string | null, now: Date): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/.test(header)) return Number(header) * SECOND_MS
  const at = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}
