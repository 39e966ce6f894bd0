// When the demo's clusters told of their metrics in its past. In truth they would have done so each minute; here it is now and
// then, and what they counted in between is counted at the end of it.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Less than what is taken at once may be old. */
const SENT_EVERY_MS = 42 * HOUR_MS
/** How often they told, and how often in the last days. */
const SELDOM_MS = 6 * HOUR_MS
const OFTEN_MS = HOUR_MS
const LAST_MS = 8 * 24 * HOUR_MS

export class MetricTimes {
  readonly #now: number
  /** A multiple of the longest step, as all of them are until `now`. */
  #from: number

  constructor(from: Date, now: Date) {
    this.#now = now.getTime()
    this.#from = Math.floor(from.getTime() / SELDOM_MS) * SELDOM_MS
  }

  /** The next instants that are sent together, if all of them are before another; null: there are none. */
  nextBefore(end: Date): readonly Date[] | null {
    const to = this.#from + SENT_EVERY_MS
    if (to > end.getTime()) return null
    return this.#timesTo(to)
  }

  /** Those that are left, and the end. */
  last(): readonly Date[] {
    return [...this.#timesTo(this.#now), new Date(this.#now)]
  }

  #timesTo(to: number): Date[] {
    const times: Date[] = []
    for (;;) {
      const step = this.#from < this.#now - LAST_MS ? SELDOM_MS : OFTEN_MS
      if (this.#from + step > to) return times
      this.#from += step
      // Within the hour that ends then.
      times.push(new Date(this.#from - MINUTE_MS))
    }
  }
}
