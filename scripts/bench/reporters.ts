// Sends reports as 10,000 clusters would, in a process of its own, so that it shares no event loop with what is measured.
// It is forked, gets one round at a time, and answers how long each report took.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { ask } from './measure.ts'

export type Round = {
  readonly url: string
  /** A file for each body, compressed JSON. */
  readonly bodies: readonly string[]
  /** Who says which of them, in this order. */
  readonly reports: readonly {
    readonly path: string
    readonly token: string
    readonly body: number
  }[]
  readonly atOnce: number
  /** Null: as fast as they are answered. */
  readonly perSecond: number | null
}

export type RoundTimes = { readonly wholeMs: number; readonly eachMs: readonly number[] }

process.on('message', (round: Round) => {
  void send(round).then(
    (times) => process.send?.(times),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})

async function send({ url, bodies, reports, atOnce, perSecond }: Round): Promise<RoundTimes> {
  const texts = bodies.map((file) => readFileSync(file))
  const eachMs: number[] = []
  const begin = performance.now()
  let next = 0
  const sendOneByOne = async () => {
    while (next < reports.length) {
      const index = next++
      const dueMs = perSecond === null ? 0 : begin + (index * 1000) / perSecond
      if (dueMs > performance.now()) await pause(dueMs - performance.now())
      // Counted from when it was due, so that waiting for those before counts, too.
      const start = perSecond === null ? performance.now() : dueMs
      const { path, token, body } = reports[index]!
      const { status, text } = await ask(`${url}${path}`, {
        method: 'PUT',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'Content-Encoding': 'gzip',
        },
        body: texts[body]!,
      })
      if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`)
      eachMs.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendOneByOne))
  return { wholeMs: performance.now() - begin, eachMs }
}
