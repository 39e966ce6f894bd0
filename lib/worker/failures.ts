// What failed lately, by what it is: it rests for a while, longer each time, and delays nothing else.
import { afterFailure, FRESH, type Patience } from './patience.ts'

export class Failures<Of> {
  readonly #known = new Map<string, { readonly of: Of; readonly patience: Patience }>()

  /** What isn't tried again yet. */
  resting(now: number): readonly Of[] {
    return [...this.#known.values()].flatMap(({ of, patience }) =>
      patience.notBefore > now ? [of] : [],
    )
  }

  add(of: Of, now: number): void {
    const key = JSON.stringify(of)
    const before = this.#known.get(key)?.patience ?? FRESH
    this.#known.set(key, { of, patience: afterFailure(before, now, Math.random()) })
  }

  forget(of: Of): void {
    this.#known.delete(JSON.stringify(of))
  }
}
