// Splits long computations into slices, so that other requests never wait longer than one of them.
import { setImmediate } from 'node:timers/promises'

const TURN_MS = 10

/** Yields the same items, and lets other work run whenever the computation has taken so many milliseconds. */
export async function* inSlices<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let began = performance.now()
  for (const item of items) {
    yield item
    if (performance.now() - began < TURN_MS) continue
    await setImmediate()
    began = performance.now()
  }
}
