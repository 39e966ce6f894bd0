// Checks whether the database answers at all. One that is stopped, or behind a network that drops everything, closes no
// connection and answers nothing; queries would wait for as long as TCP does.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Connection } from './connection.ts'

export type HeartbeatTimes = {
  /** A query must have run for so long before it is checked. */
  readonly suspiciousMs: number
  /** How long an answer to a trivial query may take. */
  readonly answerMs: number
}

/** Work on a silent database fails within two seconds, including the time between two checks. */
export const HEARTBEAT_TIMES: HeartbeatTimes = { suspiciousMs: 200, answerMs: 1_500 }

/** The wait is cut into steps: if this process itself was held up, answers that have arrived are read between them. */
const STEPS = 10

export class Heartbeat {
  readonly #connect: () => Promise<Connection>
  readonly #answerMs: number
  #heart: Connection | null = null
  #hasEnded = false

  constructor(connect: () => Promise<Connection>, { answerMs }: HeartbeatTimes) {
    this.#connect = connect
    this.#answerMs = answerMs
  }

  /** Whether anything came back in time; an error counts as an answer. */
  async beats(): Promise<boolean> {
    const asked = this.#ask().then(
      () => true,
      () => true,
    )
    const beats = await Promise.race([asked, this.#waitInVain()])
    if (!beats) await this.#forget()
    return beats
  }

  async end(): Promise<void> {
    this.#hasEnded = true
    await this.#forget()
  }

  async #forget(): Promise<void> {
    const heart = this.#heart
    this.#heart = null
    await heart?.destroy()
  }

  async #ask(): Promise<void> {
    if (this.#heart === null || this.#heart.isLost()) {
      await this.#forget()
      this.#heart = await this.#connect()
    }
    // It was lost before it was known.
    if (this.#hasEnded) await this.#forget()
    else await this.#heart.client`select 1`
  }

  async #waitInVain(): Promise<false> {
    for (let step = 0; step < STEPS; step++) {
      await pause(this.#answerMs / STEPS, null, { ref: false })
      await nextTurn()
    }
    return false
  }
}
