// A thread that parses large bodies, so that other requests are answered in the meantime. It receives a body and hands its
// values back in pieces, each when the next one is asked for, so that no piece occupies the request loop for long.
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { serialize } from 'node:v8'
import { parseBytes } from './parse-bytes.ts'
import type { ParseAnswer, ParseQuestion } from './parse-threads.ts'
import { takeApart } from './pieces.ts'

/** Some 50 KiB for typical objects. */
const VALUES_AT_ONCE = 100
/** What the request loop reads back in some ten milliseconds. */
const PIECE_BYTES_MAX = 256 * 1024
/** The most values within one value: a text is read back at once however long, a million empty lists are not. */
const INNER_VALUES_MAX = 250_000

/** In reverse order: removing from the front of an array moves everything behind it. */
let left: unknown[] = []

// The request loop has priority. On Linux this affects only the thread, elsewhere the whole process:
// https://man7.org/linux/man-pages/man2/setpriority.2.html
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)

parentPort?.on('message', (question: ParseQuestion) => {
  const { answer, transferred } = answerTo(question)
  parentPort?.postMessage(answer, transferred)
})

function answerTo(question: ParseQuestion): { answer: ParseAnswer; transferred: ArrayBuffer[] } {
  if (question.kind === 'next') return nextPiece()
  const parsed = parseBytes(question.format, question.chunks, question.before)
  if (!parsed.ok) return { answer: { kind: 'refused', issues: parsed.issues }, transferred: [] }
  const { rest, list, values } = takeApart(parsed.value)
  left = values.toReversed()
  return { answer: { kind: 'parsed', rest, list }, transferred: [] }
}

function nextPiece(): ReturnType<typeof answerTo> {
  const { bytes, count } = fittingPiece(VALUES_AT_ONCE)
  if (bytes.byteLength > PIECE_BYTES_MAX && holdsMany(left.at(-1))) {
    left = []
    return { answer: { kind: 'too_large', valuesMax: INNER_VALUES_MAX }, transferred: [] }
  }
  left.length -= count
  return {
    answer: { kind: 'piece', bytes, isLast: left.length === 0 },
    transferred: [bytes.buffer],
  }
}

/** As many of the next values as fit into a piece, but at least one. */
function fittingPiece(countMax: number): {
  bytes: Uint8Array<ArrayBuffer>
  count: number
} {
  const values = left.slice(-countMax)
  const bytes = new Uint8Array(serialize(values.toReversed()))
  const isFitting = bytes.byteLength <= PIECE_BYTES_MAX || values.length <= 1
  return isFitting ? { bytes, count: values.length } : fittingPiece(Math.ceil(values.length / 2))
}

function holdsMany(value: unknown): boolean {
  const waiting = [value]
  let count = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    for (const inner of Object.values(next)) {
      count += 1
      if (count > INNER_VALUES_MAX) return true
      waiting.push(inner)
    }
  }
  return false
}
