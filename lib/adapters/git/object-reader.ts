import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { requireEmptyHands } from '#lib/runtime/database-in-hand.ts'
import { ByteQueue } from './byte-queue.ts'
import { killGit, startGit } from './git-process.ts'
import { isObjectId } from './object-id.ts'

/** An object as git describes it; `type` is text because it may be a tag. */
type StoredObject = { readonly id: string; readonly type: string; readonly body: Buffer }

type Answer = StoredObject | null
type Request = {
  /** An id, or the full name of a ref. */
  readonly name: string
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

/** Far above what Berth writes; a foreign object of this size is a mistake or an attack. */
const MAX_OBJECT_BYTES = 64 * 1024 * 1024
const READ_TIMEOUT_MS = 30_000

/**
 * Reads objects through one long-lived `git cat-file --batch`, which also sees objects and packs that were added after it
 * started. When the child process dies, pending reads are repeated once with a new one.
 * https://git-scm.com/docs/git-cat-file#_batch_output
 */
export class ObjectReader {
  readonly #directory: string
  #batch: Batch | null = null

  constructor(directory: string) {
    this.#directory = directory
  }

  /** The object, or null when the repository doesn't have it. */
  async read(id: string): Promise<Answer> {
    if (!isObjectId(id)) throw new Error(`Not an object id: ${JSON.stringify(id)}`)
    return this.#ask(id)
  }

  /** The object that a ref leads to, or null when there is none. `ref` is a full and well-formed name. */
  async readRef(ref: string): Promise<Answer> {
    return this.#ask(ref)
  }

  close(): void {
    this.#batch?.end(new Error('The object store is closed'))
    this.#batch = null
  }

  async #ask(name: string): Promise<Answer> {
    try {
      return await this.#current().ask(name)
    } catch (error) {
      if (!(error instanceof BatchEnded)) throw error
      return this.#current().ask(name)
    }
  }

  #current(): Batch {
    if (this.#batch === null || this.#batch.ended) this.#batch = new Batch(this.#directory)
    return this.#batch
  }
}

class BatchEnded extends Error {}

/** One child process, and the reads that wait for its answers, which come in the order of the questions. */
class Batch {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #received = new ByteQueue()
  readonly #waiting: Request[] = []
  #header: { readonly id: string; readonly type: string; readonly size: number } | null = null
  #timer: NodeJS.Timeout | undefined
  ended = false

  constructor(directory: string) {
    this.#child = startGit({ directory, args: ['cat-file', '--batch'] })
    this.#child.stdout.on('data', (chunk: Buffer) => this.#receive(chunk))
    this.#child.stderr.resume()
    this.#child.stdin.on('error', () => {})
    const onEnd = () => this.end(new BatchEnded('git cat-file ended'))
    this.#child.on('error', onEnd)
    this.#child.on('close', onEnd)
  }

  ask(name: string): Promise<Answer> {
    requireEmptyHands('git')
    const answer = new Promise<Answer>((resolve, reject) => {
      this.#waiting.push({ name, resolve, reject })
    })
    this.#watch()
    this.#child.stdin.write(`${name}\n`)
    return answer
  }

  end(error: Error): void {
    if (this.ended) return
    this.ended = true
    clearTimeout(this.#timer)
    killGit(this.#child)
    for (const request of this.#waiting.splice(0)) request.reject(error)
  }

  #receive(chunk: Buffer): void {
    this.#received.push(chunk)
    while (!this.ended && this.#advance()) this.#watch()
  }

  /** Takes one header or one body, if it has arrived. */
  #advance(): boolean {
    if (this.#header === null) {
      const line = this.#received.takeLine()
      if (line !== null) this.#readHeader(line)
      return line !== null
    }
    const { id, type, size } = this.#header
    const bytes = this.#received.takeBytes(size + 1)
    if (bytes === null) return false
    this.#waiting.shift()?.resolve({ id, type, body: bytes.subarray(0, -1) })
    this.#header = null
    return true
  }

  #readHeader(line: string): void {
    const [id = '', type = '', size] = line.split(' ')
    const asked = this.#waiting[0]?.name ?? ''
    if (id === asked && type === 'missing') return this.#waiting.shift()?.resolve(null)
    if (isObjectId(asked) && id !== asked)
      return this.end(new Error('git cat-file answered out of turn'))
    if (Number(size) > MAX_OBJECT_BYTES) return this.end(new Error(`Object ${id} is too large`))
    this.#header = { id, type, size: Number(size) }
  }

  /** The timer runs while an answer is due, and starts again with each one. */
  #watch(): void {
    clearTimeout(this.#timer)
    if (this.#waiting.length === 0) return
    const onTimeout = () => this.end(new Error('git cat-file does not answer'))
    this.#timer = setTimeout(onTimeout, READ_TIMEOUT_MS)
  }
}
