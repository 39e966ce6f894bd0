// Limits costly work: a few at once for each principal and each tenant, others wait in line, and beyond a limit they are
// told to come back later. Nothing is held while waiting here.
import type { Session } from './session.ts'
import { Refusal } from './refusal.ts'

export type TurnLimits = {
  /** The most at once for one principal, and for one tenant. */
  readonly perPayer: number
  readonly perTenant: number
  /** How many may wait for one tenant, and how long. */
  readonly waiting: number
  readonly patienceMs: number
}

export type Asker = Pick<Session, 'payer'> & { readonly tenant: { readonly id: number } }
type Waiter = { readonly payer: string; readonly begin: () => void }

export class PayerTurns {
  readonly #limits: TurnLimits
  readonly #running = new Counts()
  /** By tenant, in order of arrival. */
  readonly #waiting = new Map<number, Set<Waiter>>()

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /** Resolves when it is the caller's turn, which lasts until the returned function is called; refuses with `busy`. */
  async take(asker: Asker): Promise<() => void> {
    await this.#begin(asker)
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      this.#running.change(asker, -1)
      this.#beginNext(asker.tenant.id)
    }
  }

  async #begin(asker: Asker): Promise<void> {
    if (this.#mayBegin(asker)) return this.#running.change(asker, 1)
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
      this.#running.change(asker, 1)
      waiter.begin()
    }
  }

  #mayBegin(asker: Asker): boolean {
    const { ofTenant, ofPayer } = this.#running.of(asker)
    return ofTenant < this.#limits.perTenant && ofPayer < this.#limits.perPayer
  }
}

/** Counts something for each tenant and each of its principals. */
export class Counts {
  readonly #counts = new Map<string, number>()

  of(asker: Asker): { readonly ofTenant: number; readonly ofPayer: number } {
    const [tenant, payer] = keysOf(asker)
    return { ofTenant: this.#counts.get(tenant) ?? 0, ofPayer: this.#counts.get(payer) ?? 0 }
  }

  change(asker: Asker, by: number): void {
    for (const key of keysOf(asker)) {
      const left = (this.#counts.get(key) ?? 0) + by
      if (left > 0) this.#counts.set(key, left)
      else this.#counts.delete(key)
    }
  }
}

function keysOf({ tenant, payer }: Asker): readonly [tenant: string, payer: string] {
  return [String(tenant.id), `${tenant.id} ${payer}`]
}

export function busy(message: string): Refusal {
  return new Refusal('unavailable', message, { code: 'busy' })
}
