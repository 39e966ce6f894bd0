// Large bodies are parsed in threads of their own, few at once and in turns that are fair between tenants: a mebibyte of YAML
// takes seconds, for which the request loop would answer nobody.
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { deserialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Checked, Issue } from '#lib/domain/issue.ts'
import { accepted, refused } from '#lib/domain/issue.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import { LineTooLong, WaitingLine } from '#lib/usecases/turns.ts'
import type { BodyFormat } from './body-format.ts'

export type ParseQuestion =
  | { readonly kind: 'parse'; readonly format: BodyFormat; readonly text: string }
  | { readonly kind: 'next' }

export type ParseAnswer =
  | { readonly kind: 'parsed'; readonly isList: boolean }
  | { readonly kind: 'refused'; readonly issues: readonly Issue[] }
  | { readonly kind: 'piece'; readonly bytes: Uint8Array; readonly isLast: boolean }

/** One is for the request loop. */
const THREADS_MAX = Math.max(1, Math.min(2, availableParallelism() - 1))

type Threads = { readonly line: WaitingLine; readonly idle: Worker[] }

const place = globalThis as typeof globalThis & { berthParsers?: Threads }

/** Of these there are few in the process, however often Next.js loads this module. */
function threads(): Threads {
  place.berthParsers ??= {
    line: new WaitingLine({ max: THREADS_MAX, perTenant: Math.max(1, THREADS_MAX - 1) }),
    idle: [],
  }
  return place.berthParsers
}

/** What the parser of the format answers, which runs in a thread. Refused with 503 `busy` when no thread is free in time. */
export async function parseInThread(
  tenant: number | null,
  format: BodyFormat,
  text: string,
): Promise<Checked<unknown>> {
  const { line, idle } = threads()
  const lane = { tenant, locksTenant: false }
  await line.take(lane).catch((error: unknown) => {
    if (!(error instanceof LineTooLong)) throw error
    throw new Refusal('unavailable', 'There is too much to read just now; try again shortly.', {
      code: 'busy',
    })
  })
  try {
    const thread = idle.pop() ?? startThread()
    const parsed = await parseWith(thread, format, text)
    idle.push(thread)
    return parsed
  } finally {
    line.end(lane)
  }
}

function startThread(): Worker {
  // By path and not by import: a bundler would take the thread's module into this one.
  const file = path.join(
    /* turbopackIgnore: true */ process.cwd(),
    'lib',
    'http',
    'parse-thread.ts',
  )
  const thread = new Worker(/* turbopackIgnore: true */ file)
  // It holds no process up, and what it fails with is told to whoever asked.
  thread.unref()
  thread.on('error', () => undefined)
  return thread
}

async function parseWith(
  thread: Worker,
  format: BodyFormat,
  text: string,
): Promise<Checked<unknown>> {
  try {
    const parsed = await ask(thread, { kind: 'parse', format, text })
    if (parsed.kind === 'refused') return refused(parsed.issues)
    const pieces: unknown[][] = []
    for (;;) {
      const piece = await ask(thread, { kind: 'next' })
      const values: unknown = piece.kind === 'piece' ? deserialize(piece.bytes) : null
      if (piece.kind !== 'piece' || !Array.isArray(values)) {
        throw new Error('the thread answered another question')
      }
      pieces.push(values)
      if (piece.isLast) break
    }
    // The last one came first.
    const values = pieces.toReversed().flat()
    return accepted(parsed.kind === 'parsed' && parsed.isList ? values : values[0])
  } catch (error) {
    await thread.terminate()
    throw error
  }
}

function ask(thread: Worker, question: ParseQuestion): Promise<ParseAnswer> {
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
    thread.postMessage(question)
  })
}
