// Long reckoning, cut into turns: this process answers many, and none of them waits for more than a turn of another's.
import { setImmediate } from 'node:timers/promises'

const TURN_MS = 10

/** The same items, with everybody else's turn after each so many milliseconds of reckoning them. */
export async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let began = performance.now()
  for (const item of items) {
    yield item
    if (performance.now() - began < TURN_MS) continue
    await setImmediate()
    began = performance.now()
  }
}
