// Tells whether a report's text is one that was read before. Most reports say what the last one said, but for what changes each
// time a cluster looks: instants and numbers that no state depends on. To compare the rest takes a tenth of the time in which
// a text is parsed and checked.
import { hash } from 'node:crypto'
import type { ReadReport } from '#lib/domain/observed/reported.ts'
import { rfc3339 } from '#lib/domain/text/instant.ts'

export type ReportText = {
  /** Two texts with the same one are read as the same, but for what varies. */
  readonly digest: string
  /** Of the short form: what stands at its beginning as `at` and `sequence`. */
  readonly observedAt: Date | null
  readonly sequence: number | null
}

/** What varies in an item. No reader reads anything else by one of these names. */
const VARYING =
  /"(?:reconciledAt": ?"([^"\\]{20,24})"|(?:resourceVersion|generation)": ?"?([1-9]\d{0,14}|\d)[",}\s])/g
/** What varies in the report itself, where it stands before the items. */
const HEAD_BYTES = 1024
const AT = /"at": ?"([^"\\]{20,24})"/
const SEQUENCE = /"sequence": ?([1-9]\d{0,14}|\d)[,}\s]/

/**
 * Hashes a text with other values in the place of those that vary: a readable instant or a number as JSON writes it in the place
 * of another one of the same length. A quotation mark before a name either begins it, or is escaped and makes it the end of a
 * longer one, which nobody reads; in any other place it would end a text, and what follows is no JSON before or after. So both
 * texts are read as the same, or both are refused for the same reason.
 */
export function reportText(bytes: Uint8Array): ReportText {
  const steady = Buffer.from(bytes)
  const text = steady.toString('latin1')
  for (const match of text.matchAll(VARYING)) {
    if (match[1] === undefined) replaceNumber(steady, match)
    else replaceInstant(steady, match)
  }
  const head = text.slice(0, HEAD_BYTES)
  const [at, sequence] = [AT.exec(head), SEQUENCE.exec(head)]
  return {
    observedAt: at && replaceInstant(steady, at),
    sequence: sequence && replaceNumber(steady, sequence),
    digest: hash('sha256', steady, 'base64url'),
  }
}

/**
 * Whether every text with this digest says when it is of where this one does, of which `read` was read: nowhere else, as of two
 * equal names the last counts, and an escape can write a letter of it.
 */
export function isReadAsSaid(
  { observedAt, sequence }: ReportText,
  read: Pick<ReadReport, 'observedAt' | 'sequence'>,
  text: string,
): boolean {
  if (observedAt?.getTime() !== read.observedAt?.getTime() || sequence !== read.sequence)
    return false
  const isOnce = (name: string) => text.split(name, 3).length === 2
  const isPlain = !/\\u00[67]/.test(text)
  return (
    (observedAt === null || (isPlain && isOnce('"at"'))) &&
    (sequence === null || (isPlain && isOnce('"sequence"')))
  )
}

/** To the second, and to the millisecond. */
const INSTANTS = new Map(
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'].map((text) => [
    text.length,
    Buffer.from(text),
  ]),
)

/** The instant that was found, and is replaced; null: it is none. */
function replaceInstant(bytes: Buffer, match: RegExpExecArray): Date | null {
  const { text, from } = valueOf(match)
  const other = INSTANTS.get(text.length)
  const instant = other ? rfc3339(text) : null
  if (other && instant) bytes.set(other, from)
  return instant
}

function replaceNumber(bytes: Buffer, match: RegExpExecArray): number {
  const { text, from } = valueOf(match)
  bytes.fill('9', from, from + text.length)
  return Number(text)
}

/** The value of a name, after which one more byte was found. */
function valueOf({ index, 0: all, 1: instant, 2: number }: RegExpExecArray) {
  const text = instant ?? number!
  return { text, from: index + all.length - 1 - text.length }
}
