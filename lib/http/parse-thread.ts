// A thread that reads large bodies, so that others are answered meanwhile. It is told a body and answers its values piece by
// piece, each when it is asked for the next: so no piece holds up the request loop for long.
import { parentPort } from 'node:worker_threads'
import { serialize } from 'node:v8'
import type { Checked } from '#lib/domain/issue.ts'
import { parseJsonDocument } from './json-document.ts'
import type { ParseAnswer, ParseQuestion } from './parse-threads.ts'
import { parseYamlDocuments } from './yaml-documents.ts'

/** Some 50 KiB, as objects come. */
const VALUES_AT_ONCE = 100

let left: unknown[] = []

parentPort?.on('message', (question: ParseQuestion) => {
  const { answer, transferred } = answerTo(question)
  parentPort?.postMessage(answer, transferred)
})

function answerTo(question: ParseQuestion): { answer: ParseAnswer; transferred: ArrayBuffer[] } {
  if (question.kind === 'next') return nextPiece()
  const parsed = parse(question)
  if (!parsed.ok) return { answer: { kind: 'refused', issues: parsed.issues }, transferred: [] }
  const { value } = parsed
  left = Array.isArray(value) ? value : [value]
  return { answer: { kind: 'parsed', isList: Array.isArray(value) }, transferred: [] }
}

function parse({ format, text }: Extract<ParseQuestion, { kind: 'parse' }>): Checked<unknown> {
  return format === 'yaml' ? parseYamlDocuments(text) : parseJsonDocument(text)
}

function nextPiece() {
  // What is taken off the end, as what is taken off the front moves all the rest.
  const piece = left.slice(-VALUES_AT_ONCE)
  left.length -= piece.length
  const bytes = new Uint8Array(serialize(piece))
  return {
    answer: { kind: 'piece', bytes, isLast: left.length === 0 } as const,
    transferred: [bytes.buffer],
  }
}
