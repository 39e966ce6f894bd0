// Limits reads that may take long to a few at once: exports, and searches through all placements or the whole history.
import { type Asker, busy, Counts, type TurnLimits, PayerTurns } from './payer-turns.ts'

export type HeavyReadLimits = TurnLimits & {
  /** Exports that may be open at once; most of the time they wait for their readers. */
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

export class HeavyReads {
  readonly #limits: HeavyReadLimits
  readonly #turns: PayerTurns
  readonly #exports = new Counts()

  constructor(limits: HeavyReadLimits = HEAVY_READ_LIMITS) {
    this.#limits = limits
    this.#turns = new PayerTurns(limits)
  }

  /** Runs a read when it is its turn; refuses it with `busy` when too many wait, or when it has waited too long. */
  async run<T>(asker: Asker, read: () => Promise<T>): Promise<T> {
    const end = await this.#turns.take(asker)
    try {
      return await read()
    } finally {
      end()
    }
  }

  /** Counts an export as open until the returned function is called. */
  openExport(asker: Asker): () => void {
    const { ofTenant, ofPayer } = this.#exports.of(asker)
    const { exportsPerTenant, exportsPerPayer } = this.#limits
    if (ofTenant >= exportsPerTenant || ofPayer >= exportsPerPayer) {
      throw busy('Too many exports are open already: read those to their end, then ask again.')
    }
    this.#exports.change(asker, 1)
    let isOpen = true
    return () => {
      if (isOpen) this.#exports.change(asker, -1)
      isOpen = false
    }
  }
}
