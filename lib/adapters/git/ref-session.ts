import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { requireEmptyHands } from '#lib/runtime/database-in-hand.ts'
import { ByteQueue } from './byte-queue.ts'
import { killGit, startGit } from './git-process.ts'

export type RefMove = {
  /** The full name, such as `refs/heads/main`. */
  readonly ref: string
  readonly to: string
  /** Where it must be before the move; forty zeros: it must not exist. */
  readonly from: string
}

export type MoveOutcome =
  | { readonly outcome: 'moved' }
  /** Git's message. The ref may be at `to` nevertheless, if somebody else moved it there. */
  | { readonly outcome: 'refused'; readonly message: string }
  /** Git stopped answering or was killed: it may have moved the ref. */
  | { readonly outcome: 'unknown' }

const MAX_MESSAGE_LENGTH = 64 * 1024

/**
 * Moves refs through one long-lived `git update-ref --stdin`, one transaction for each: starting a child costs a large
 * process more than the rest of git's work. Git ends at the first move that it refuses, and the next move starts another.
 * https://git-scm.com/docs/git-update-ref/2.39.0
 */
export class RefSession {
  readonly #directory: string
  readonly #timeoutMs: number
  #child: UpdateRef | null = null
  #turn: Promise<unknown> = Promise.resolve()

  constructor(directory: string, options: { timeoutMs: number }) {
    this.#directory = directory
    this.#timeoutMs = options.timeoutMs
  }

  /** Moves one ref, after those that were requested before it. */
  move(move: RefMove): Promise<MoveOutcome> {
    const moved = this.#turn.then(() => this.#current().move(move, this.#timeoutMs))
    this.#turn = moved
    return moved
  }

  close(): void {
    this.#child?.end({ outcome: 'unknown' })
    this.#child = null
  }

  #current(): UpdateRef {
    if (this.#child === null || this.#child.ended) this.#child = new UpdateRef(this.#directory)
    return this.#child
  }
}

/** One child process, and the move that waits for its answer. */
class UpdateRef {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #said = new ByteQueue()
  #complaint = ''
  #settle: (outcome: MoveOutcome) => void = () => undefined
  ended = false

  constructor(directory: string) {
    this.#child = startGit({ directory, args: ['update-ref', '--stdin'] })
    this.#child.stdout.on('data', (chunk: Buffer) => this.#receive(chunk))
    this.#child.stderr.on('data', (chunk: Buffer) => {
      if (this.#complaint.length < MAX_MESSAGE_LENGTH) this.#complaint += chunk.toString()
    })
    // The end of the child says more than the error of its pipe.
    this.#child.stdin.on('error', () => undefined)
    this.#child.on('error', () => this.end({ outcome: 'unknown' }))
    this.#child.on('close', (exitCode) => {
      const message = this.#complaint.trim()
      this.end(exitCode === null ? { outcome: 'unknown' } : { outcome: 'refused', message })
    })
  }

  async move({ ref, to, from }: RefMove, timeoutMs: number): Promise<MoveOutcome> {
    requireEmptyHands('git')
    const { promise, resolve } = Promise.withResolvers<MoveOutcome>()
    this.#settle = resolve
    const timer = setTimeout(() => this.end({ outcome: 'unknown' }), timeoutMs)
    this.#child.stdin.write(`start\nupdate ${ref} ${to} ${from}\ncommit\n`)
    const outcome = await promise
    clearTimeout(timer)
    return outcome
  }

  end(outcome: MoveOutcome): void {
    if (this.ended) return
    this.ended = true
    killGit(this.#child)
    this.#settle(outcome)
  }

  #receive(chunk: Buffer): void {
    this.#said.push(chunk)
    for (let line = this.#said.takeLine(); line !== null; line = this.#said.takeLine()) {
      if (line === 'commit: ok') this.#settle({ outcome: 'moved' })
    }
  }
}
