// Limits what bodies of requests may cost while they arrive and are parsed: time, and memory.
import type { Session } from './session.ts'
import { Refusal } from './refusal.ts'

export type Pace = {
  /** How long a body may take, whatever its length. */
  readonly graceMs: number
  /** Each byte that has arrived extends the time at this rate. */
  readonly bytesPerSecond: number
}

/** As slow as a bad connection. */
export const BODY_PACE: Pace = { graceMs: 10_000, bytesPerSecond: 16 * 1024 }

/** When a body must have ended or continued, counted from its beginning, if so many bytes have arrived. */
export function deadlineMs({ graceMs, bytesPerSecond }: Pace, bytes: number): number {
  return graceMs + (bytes / bytesPerSecond) * 1000
}

export type ByteLimits = {
  /** For all requests of one payer together, of one tenant, and of everybody. */
  readonly perPayer: number
  readonly perTenant: number
  readonly all: number
}

const MIB = 1024 * 1024
const BYTE_LIMITS: ByteLimits = { perPayer: 64 * MIB, perTenant: 192 * MIB, all: 256 * MIB }
export const RECORD_BYTE_LIMITS: ByteLimits = {
  perPayer: 32 * MIB,
  perTenant: 64 * MIB,
  all: 128 * MIB,
}

export class Uploads {
  readonly #limits: ByteLimits
  readonly #ofPayers = new Sums()
  readonly #ofTenants = new Sums()
  #all = 0

  constructor(limits: ByteLimits = BYTE_LIMITS) {
    this.#limits = limits
  }

  begin({ tenant: { id }, payer: name }: Pick<Session, 'tenant' | 'payer'>): Upload {
    const sender = { tenant: String(id), payer: `${id} ${name}` }
    let bytes = 0
    return {
      add: (more) => {
        this.#requireRoom(sender, more)
        bytes += more
        this.#change(sender, more)
      },
      end: () => {
        this.#change(sender, -bytes)
        bytes = 0
      },
    }
  }

  #requireRoom({ tenant, payer }: Sender, more: number): void {
    const { perPayer, perTenant, all } = this.#limits
    if (this.#ofPayers.of(payer) + more > perPayer) {
      throw new Refusal('too_many_requests', 'You send too much at once: wait, then go on.', {
        members: { retryAfterSeconds: 1 },
      })
    }
    if (this.#ofTenants.of(tenant) + more > perTenant || this.#all + more > all) {
      throw new Refusal('unavailable', 'Too much is being sent just now; try again shortly.', {
        code: 'busy',
      })
    }
  }

  #change({ tenant, payer }: Sender, bytes: number): void {
    this.#ofPayers.add(payer, bytes)
    this.#ofTenants.add(tenant, bytes)
    this.#all += bytes
  }
}

type Sender = { readonly tenant: string; readonly payer: string }

class Sums {
  readonly #sums = new Map<string, number>()

  of(key: string): number {
    return this.#sums.get(key) ?? 0
  }

  add(key: string, more: number): void {
    const sum = this.of(key) + more
    if (sum === 0) this.#sums.delete(key)
    else this.#sums.set(key, sum)
  }
}

export type Upload = {
  /** Throws `too_many_requests` or `busy` when there is no room for them. */
  readonly add: (bytes: number) => void
  readonly end: () => void
}
