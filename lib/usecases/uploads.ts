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
  /** For all requests of one payer together. */
  readonly perPayer: number
  readonly all: number
}

const MIB = 1024 * 1024
const BYTE_LIMITS: ByteLimits = { perPayer: 64 * MIB, all: 256 * MIB }

export class Uploads {
  readonly #limits: ByteLimits
  readonly #held = new Map<string, number>()
  #all = 0

  constructor(limits: ByteLimits = BYTE_LIMITS) {
    this.#limits = limits
  }

  begin({ tenant, payer }: Pick<Session, 'tenant' | 'payer'>): Upload {
    const key = `${tenant.id} ${payer}`
    let bytes = 0
    return {
      add: (more) => {
        this.#requireRoom(key, more)
        bytes += more
        this.#change(key, more)
      },
      end: () => {
        this.#change(key, -bytes)
        bytes = 0
      },
    }
  }

  #requireRoom(key: string, more: number): void {
    const retryAfterSeconds = 1
    if ((this.#held.get(key) ?? 0) + more > this.#limits.perPayer) {
      throw new Refusal('too_many_requests', 'You send too much at once: wait, then go on.', {
        members: { retryAfterSeconds },
      })
    }
    if (this.#all + more > this.#limits.all) {
      throw new Refusal('unavailable', 'Too much is being sent just now; try again shortly.', {
        code: 'busy',
      })
    }
  }

  #change(key: string, bytes: number): void {
    const held = (this.#held.get(key) ?? 0) + bytes
    if (held === 0) this.#held.delete(key)
    else this.#held.set(key, held)
    this.#all += bytes
  }
}

export type Upload = {
  /** Throws `too_many_requests` or `busy` when there is no room for them. */
  readonly add: (bytes: number) => void
  readonly end: () => void
}
