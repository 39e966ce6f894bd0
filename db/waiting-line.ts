// Decides who gets the next connection. Each tenant has a queue of its own, and the queues take turns, so that a hundred
// requests of one tenant don't delay the others.
import { isErrorNamed } from '#lib/runtime/error-name.ts'

/** On whose behalf a connection is wanted. */
export type Lane = {
  /** Null: for a trivial query before a tenant is known. */
  readonly tenant: number | null
  readonly use: Use
}

/**
 * Those that lock the tenant's row (`lock`) run one by one anyway, so they wait without a connection: one runs, and one can begin
 * as soon as it ends. What clusters say (`record`) leaves connections to people, however much of it comes.
 */
export type Use = 'lock' | 'record' | 'other'

const MOST_OF_TENANT: Readonly<Record<Use, number>> = { lock: 2, record: 4, other: Infinity }

export const NO_TENANT: Lane = { tenant: null, use: 'other' }

export type LineLimits = {
  readonly max: number
  /** The most of them at once for one tenant. */
  readonly perTenant: number
}

/** A write waits as long as the save before it may hold the lock; a read never waits for the lock. */
export const PATIENCE_MS = { read: 10_000, lock: 30_000 }

/** No connection became free in time. */
export class LineTooLong extends Error {
  override readonly name = 'LineTooLong'

  static override [Symbol.hasInstance](thrown: unknown): thrown is LineTooLong {
    return isErrorNamed(thrown, ['LineTooLong'])
  }
}

type Waiter = { readonly begin: () => void; readonly fail: (error: Error) => void }
type Queue = { readonly lane: Lane; readonly waiters: Set<Waiter> }

export class WaitingLine {
  readonly #limits: LineLimits
  readonly #patience: typeof PATIENCE_MS
  readonly #inUse = new Map<string, number>()
  /** The next in turn is first. */
  readonly #queues = new Map<string, Queue>()
  #used = 0

  constructor(limits: LineLimits, patience = PATIENCE_MS) {
    this.#limits = limits
    this.#patience = patience
  }

  /** Resolves when it is the caller's turn, which lasts until `end`. Throws `LineTooLong`, or what `failAll` is given. */
  async take(lane: Lane): Promise<void> {
    if (this.#mayBegin(lane)) return this.#begin(lane)
    const key = queueOf(lane)
    const queue = this.#queues.get(key) ?? { lane, waiters: new Set() }
    this.#queues.set(key, queue)
    const { promise, resolve: begin, reject: fail } = Promise.withResolvers<void>()
    const waiter = { begin, fail }
    queue.waiters.add(waiter)
    const patienceMs = lane.use === 'lock' ? this.#patience.lock : this.#patience.read
    const timer = setTimeout(() => {
      queue.waiters.delete(waiter)
      fail(new LineTooLong('No connection was free in time'))
    }, patienceMs)
    try {
      await promise
    } finally {
      clearTimeout(timer)
    }
  }

  end(lane: Lane): void {
    for (const key of countersOf(lane)) {
      const left = this.#count(key) - 1
      if (left > 0) this.#inUse.set(key, left)
      else this.#inUse.delete(key)
    }
    this.#used -= 1
    while (this.#beginNext()) continue
  }

  failAll(error: Error): void {
    for (const { waiters } of this.#queues.values()) for (const { fail } of waiters) fail(error)
    this.#queues.clear()
  }

  #beginNext(): boolean {
    for (const [key, queue] of this.#queues) {
      const [next] = queue.waiters
      if (next !== undefined && !this.#mayBegin(queue.lane)) continue
      this.#queues.delete(key)
      if (next === undefined) continue
      queue.waiters.delete(next)
      // Moves the queue to the end of the round.
      if (queue.waiters.size > 0) this.#queues.set(key, queue)
      this.#begin(queue.lane)
      next.begin()
      return true
    }
    return false
  }

  #mayBegin(lane: Lane): boolean {
    const { tenant, use } = lane
    if (this.#used >= this.#limits.max) return false
    if (tenant === null) return true
    if (this.#count(queueOf(lane)) >= MOST_OF_TENANT[use]) return false
    return this.#count(String(tenant)) < this.#limits.perTenant
  }

  #begin(lane: Lane): void {
    for (const key of countersOf(lane)) this.#inUse.set(key, this.#count(key) + 1)
    this.#used += 1
  }

  #count(key: string): number {
    return this.#inUse.get(key) ?? 0
  }
}

function countersOf(lane: Lane): string[] {
  return lane.tenant === null ? [] : [String(lane.tenant), queueOf(lane)]
}

function queueOf({ tenant, use }: Lane): string {
  return `${tenant} ${use}`
}
