// Reads that may take long, a few at once: exports, and searches through all placements or all of the history. Whoever asks
// for more waits in turn, and past a point is told to come back. What waits here has nothing in hand.
import type { Session } from './define.ts'
import { Refusal } from './refusal.ts'

export type HeavyReadLimits = {
  /** At once for one principal, and for one tenant. */
  readonly perPayer: number
  readonly perTenant: number
  /** How many may wait for one tenant, and how long. */
  readonly waiting: number
  readonly patienceMs: number
  /** Exports that are open at once, most of the time waiting for whoever reads them. */
  readonly exportsPerPayer: number
  readonly exportsPerTenant: number
}

export const HEAVY_READ_LIMITS: HeavyReadLimits = {
  perPayer: 1,
  perTenant: 2,
  waiting: 20,
  patienceMs: 20_000,
  exportsPerPayer: 3,
  exportsPerTenant: 8,
}

type Asker = Pick<Session, 'payer'> & { readonly tenant: { readonly id: number } }
type Waiter = { readonly payer: string; readonly begin: () => void }

export class HeavyReads {
  readonly #limits: HeavyReadLimits
  readonly #running = new Map<string, number>()
  readonly #exports = new Map<string, number>()
  /** By tenant, the first in line first. */
  readonly #waiting = new Map<number, Set<Waiter>>()

  constructor(limits: HeavyReadLimits = HEAVY_READ_LIMITS) {
    this.#limits = limits
  }

  /** Runs a read when it is its turn; refuses it with `busy` when too many wait, or for too long. */
  async run<T>(asker: Asker, read: () => Promise<T>): Promise<T> {
    await this.#take(asker)
    try {
      return await read()
    } finally {
      change(this.#running, keysOf(asker), -1)
      this.#beginNext(asker.tenant.id)
    }
  }

  /** Counts an export as open until the function that it answers is called. */
  openExport(asker: Asker): () => void {
    const [ofTenant, ofPayer] = keysOf(asker)
    const { exportsPerTenant, exportsPerPayer } = this.#limits
    if (
      count(this.#exports, ofTenant) >= exportsPerTenant ||
      count(this.#exports, ofPayer) >= exportsPerPayer
    ) {
      throw busy('Too many exports are open already: read those to their end, then ask again.')
    }
    change(this.#exports, keysOf(asker), 1)
    let isOpen = true
    return () => {
      if (isOpen) change(this.#exports, keysOf(asker), -1)
      isOpen = false
    }
  }

  async #take(asker: Asker): Promise<void> {
    if (this.#mayBegin(asker)) return change(this.#running, keysOf(asker), 1)
    const line = this.#waiting.get(asker.tenant.id) ?? new Set()
    if (line.size >= this.#limits.waiting) {
      throw busy('Too many long reads wait already: try again shortly.')
    }
    this.#waiting.set(asker.tenant.id, line)
    const { promise, resolve: begin, reject } = Promise.withResolvers<void>()
    const waiter = { payer: asker.payer, begin }
    line.add(waiter)
    const timer = setTimeout(() => {
      line.delete(waiter)
      reject(busy('Too many long reads go before this one: try again shortly.'))
    }, this.#limits.patienceMs)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      if (line.size === 0) this.#waiting.delete(asker.tenant.id)
    }
  }

  #beginNext(tenant: number): void {
    const line = this.#waiting.get(tenant)
    for (const waiter of line ?? []) {
      const asker = { payer: waiter.payer, tenant: { id: tenant } }
      if (!this.#mayBegin(asker)) continue
      line!.delete(waiter)
      change(this.#running, keysOf(asker), 1)
      waiter.begin()
    }
  }

  #mayBegin(asker: Asker): boolean {
    const [ofTenant, ofPayer] = keysOf(asker)
    const { perTenant, perPayer } = this.#limits
    return count(this.#running, ofTenant) < perTenant && count(this.#running, ofPayer) < perPayer
  }
}

function keysOf({ tenant, payer }: Asker): readonly [ofTenant: string, ofPayer: string] {
  return [String(tenant.id), `${tenant.id} ${payer}`]
}

function count(counts: ReadonlyMap<string, number>, key: string): number {
  return counts.get(key) ?? 0
}

function change(counts: Map<string, number>, keys: readonly string[], by: number): void {
  for (const key of keys) {
    const left = count(counts, key) + by
    if (left > 0) counts.set(key, left)
    else counts.delete(key)
  }
}

function busy(message: string): Refusal {
  return new Refusal('unavailable', message, { code: 'busy' })
}
