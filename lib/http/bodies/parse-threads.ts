// Parses large bodies in a few threads, shared fairly between tenants: a mebibyte of YAML takes seconds, during which the
// request loop would answer nobody.
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { deserialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Checked, Issue } from '#lib/domain/text/issue.ts'
import { accepted, refused } from '#lib/domain/text/issue.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import { type Lane, LineTooLong, WaitingLine } from '#lib/usecases/turns.ts'
import type { BodyFormat } from './body-format.ts'
import { putTogether, type TakenApart } from './pieces.ts'

export type ParseQuestion =
  | {
      readonly kind: 'parse'
      readonly format: BodyFormat
      readonly chunks: readonly Uint8Array<ArrayBuffer>[]
      readonly before: string | null
    }
  | { readonly kind: 'next' }

export type ParseAnswer =
  | ({ readonly kind: 'parsed' } & Pick<TakenApart, 'rest' | 'list'>)
  | { readonly kind: 'refused'; readonly issues: readonly Issue[] }
  | { readonly kind: 'too_large'; readonly valuesMax: number }
  | { readonly kind: 'piece'; readonly bytes: Uint8Array; readonly isLast: boolean }

/** One processor is left for the request loop. */
const THREADS_MAX = Math.max(1, Math.min(2, availableParallelism() - 1))

type Threads = { readonly line: WaitingLine; readonly idle: Worker[] }

const place = globalThis as typeof globalThis & { berthParsers?: Threads }

/** One set of threads for the process, although Next.js loads this module several times. */
function threads(): Threads {
  place.berthParsers ??= {
    line: new WaitingLine({ max: THREADS_MAX, perTenant: Math.max(1, THREADS_MAX - 1) }),
    idle: [],
  }
  return place.berthParsers
}

/**
 * `parseBytes` in a thread. The bytes are transferred to it and can't be used here afterwards, unless they may say the same as
 * others `before`: then they may have to be read after all. Refused with 503 `busy` when no thread is free in time, and with
 * `too_large` for a document that would take long to hand back.
 */
export async function parseInThread(
  tenant: number | null,
  format: BodyFormat,
  chunks: readonly Uint8Array<ArrayBuffer>[],
  before: string | null = null,
): Promise<Checked<unknown>> {
  const { line, idle } = threads()
  const lane: Lane = { tenant, use: 'other' }
  await line.take(lane).catch((error: unknown) => {
    if (!(error instanceof LineTooLong)) throw error
    throw new Refusal('unavailable', 'There is too much to read just now; try again shortly.', {
      code: 'busy',
    })
  })
  try {
    const thread = idle.pop() ?? startThread()
    const parsed = await parseWith(thread, { kind: 'parse', format, chunks, before })
    idle.push(thread)
    return parsed
  } finally {
    line.end(lane)
  }
}

function startThread(): Worker {
  // By path and not by import: a bundler would merge the thread's module into this one.
  const file = path.join(
    /* turbopackIgnore: true */ process.cwd(),
    'lib',
    'http',
    'bodies',
    'parse-thread.ts',
  )
  const thread = new Worker(/* turbopackIgnore: true */ file)
  // It doesn't keep the process alive, and its errors are reported to the caller.
  thread.unref()
  thread.on('error', () => undefined)
  return thread
}

const ANOTHER_QUESTION = 'the thread answered another question'

async function parseWith(
  thread: Worker,
  question: ParseQuestion & { kind: 'parse' },
): Promise<Checked<unknown>> {
  const { chunks, before } = question
  try {
    const parsed = await ask(
      thread,
      question,
      before === null ? chunks.map(({ buffer }) => buffer) : [],
    )
    if (parsed.kind === 'refused') return refused(parsed.issues)
    if (parsed.kind !== 'parsed') throw new Error(ANOTHER_QUESTION)
    const values: unknown[] = []
    for (;;) {
      const piece = await ask(thread, { kind: 'next' })
      if (piece.kind === 'too_large') throw tooLarge(piece.valuesMax)
      const read: unknown = piece.kind === 'piece' ? deserialize(piece.bytes) : null
      if (piece.kind !== 'piece' || !Array.isArray(read)) {
        throw new Error(ANOTHER_QUESTION)
      }
      for (const value of read) values.push(value)
      if (piece.isLast) break
    }
    return accepted(putTogether({ rest: parsed.rest, list: parsed.list, values }))
  } catch (error) {
    await thread.terminate()
    throw error
  }
}

function tooLarge(valuesMax: number): Refusal {
  return new Refusal('too_large', `A document of the body holds more than ${valuesMax} values.`)
}

function ask(
  thread: Worker,
  question: ParseQuestion,
  transferred: readonly ArrayBuffer[] = [],
): Promise<ParseAnswer> {
  return new Promise((resolve, reject) => {
    const settle =
      <T>(how: (value: T) => void) =>
      (value: T) => {
        thread.off('message', answered).off('error', failed).off('exit', ended)
        how(value)
      }
    const answered = settle(resolve)
    const failed = settle(reject)
    const ended = settle((code: number) => reject(new Error(`the thread ended with ${code}`)))
    thread.on('message', answered).on('error', failed).on('exit', ended)
    thread.postMessage(question, transferred)
  })
}
