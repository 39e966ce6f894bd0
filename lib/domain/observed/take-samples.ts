// What becomes of what a series last said with more of its samples, whichever of them were there before.

/** When (milliseconds) what was last said: a count, a value or a word; null: it isn't there any more. */
export type Last = readonly [at: number, said: number | string | null]
/** From when until when a target was heard of something, in milliseconds. */
export type HeardFrom = readonly [first: number, last: number]
/** In the order of their instants; NaN: the series ended. */
export type Samples = readonly (readonly [at: number, value: number])[]

type Taken = {
  /** The very same if nothing is to be kept. */
  readonly last: Last | null
  /** Of how many something newer was known, or all too old. */
  readonly older: number
  /** Of those that weren't. */
  readonly span: HeardFrom | null
}

/** So that one hears, without writing all the time, that what never changes is still there. */
const SAID_AGAIN_MS = 6 * 3_600_000

/**
 * Takes the samples of a counter: also how much more it counted, and when. One that counts less than before began anew. One that
 * wasn't there when its target was heard of others of its kind (`before`) began with 0; of any other, counting begins here.
 */
export function takeCounts(
  samples: Samples,
  known: Last | null,
  before: HeardFrom | null,
  oldest: number,
): Taken & { readonly more: readonly (readonly [at: number, count: number])[] } {
  // A series that ended may go on: it is the same counter.
  const counts = samples.filter(([, value]) => value >= 0 && value <= Number.MAX_SAFE_INTEGER)
  const { timely, ...times } = timelyOf(counts, Math.max(oldest, known?.[0] ?? oldest))
  const more: [number, number][] = []
  let last = known
  for (const [at, value] of timely) {
    if (last?.[0] === at) continue
    const total = Math.round(value)
    const start = startOf(last, before, at)
    const count = start === null || total === start ? 0 : total < start ? total : total - start
    if (count > 0) more.push([at, count])
    last = after(last, at, total)
  }
  return { last, more, ...times }
}

/** From what a counter counts on; null: nobody knows. */
function startOf(last: Last | null, before: HeardFrom | null, at: number): number | null {
  if (last !== null) return typeof last[1] === 'number' ? last[1] : null
  return before !== null && before[0] < at ? 0 : null
}

/**
 * Takes the samples of what says how something is: its value, or what `says` by being there. What its target said before is
 * older.
 */
export function takeReadings(
  says: string | null,
  samples: Samples,
  known: Last | null,
  before: HeardFrom | null,
  oldest: number,
): Taken {
  const read = samples.filter(([, value]) => Number.isNaN(value) || Number.isFinite(value))
  const earliest = Math.max(oldest, known?.[0] ?? oldest, before?.[1] ?? oldest)
  const { timely, ...times } = timelyOf(read, earliest)
  let last = known
  for (const [at, value] of timely) {
    if (!Number.isNaN(value)) last = after(last, at, says ?? value)
    // What says something else by now goes on as another series.
    else if (last !== null && (says === null || last[1] === says)) last = [at, null]
  }
  return { last, ...times }
}

function after(last: Last | null, at: number, said: number | string): Last {
  const isSame = last !== null && last[1] === said && at - last[0] < SAID_AGAIN_MS
  return isSame ? last : [at, said]
}

function timelyOf(samples: Samples, earliest: number) {
  const timely = samples.filter(([at]) => at >= earliest)
  const span: HeardFrom | null =
    timely.length === 0 ? null : [timely[0]![0], timely[timely.length - 1]![0]]
  return { timely, older: samples.length - timely.length, span }
}
