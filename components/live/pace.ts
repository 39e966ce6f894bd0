// When to do again what is wanted again and again: soon, but neither often nor for most of the time.

/** However often it is wanted. */
const EVERY_MS = 2_000
/** What takes long is done less often: for a quarter of the time at most. */
const REST = 3
/** Everybody hears of an event at once, and shouldn't ask at once. */
const SPREAD_MS = 400

export class Pace {
  readonly #begin: () => void
  #isWanted = false
  #isHidden = false
  #isRunning = false
  #begunAt = 0
  #notBefore = 0
  #timer: ReturnType<typeof setTimeout> | null = null

  /** `begin` begins it; `ended` has to be called when it has ended. */
  constructor(begin: () => void) {
    this.#begin = begin
  }

  want(): void {
    this.#isWanted = true
    this.#plan()
  }

  ended(): void {
    if (!this.#isRunning) return
    this.#isRunning = false
    const now = Date.now()
    this.#notBefore = Math.max(this.#begunAt + EVERY_MS, now + REST * (now - this.#begunAt))
    this.#plan()
  }

  /** While nobody looks, it waits. */
  setHidden(isHidden: boolean): void {
    this.#isHidden = isHidden
    if (isHidden) this.stop()
    else this.#plan()
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  #plan(): void {
    if (!this.#isWanted || this.#isRunning || this.#isHidden || this.#timer !== null) return
    const waitMs = Math.max(0, this.#notBefore - Date.now()) + Math.random() * SPREAD_MS
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#isWanted = false
      this.#isRunning = true
      this.#begunAt = Date.now()
      this.#begin()
    }, waitMs)
  }
}
