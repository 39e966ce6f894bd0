// Whether the database answers at all. One that is stopped, or behind a network that swallows everything, ends no
// connection and answers nothing; what was asked of it would wait for as long as TCP does.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Connection } from './connection.ts'

export type HeartbeatTimes = {
  /** So long something must have run before anybody looks. */
  readonly suspiciousMs: number
  /** For an answer to a query that takes no time. */
  readonly answerMs: number
}

/** Whatever runs on a silent database is told so within two seconds, the time between two looks included. */
export const HEARTBEAT_TIMES: HeartbeatTimes = { suspiciousMs: 200, answerMs: 1_500 }

/** The wait for an answer, in steps: where this process itself was held up, what came meanwhile is read between them. */
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

  /** Whether anything came back in time; an error is an answer. */
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
    // It was gone before it came.
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
