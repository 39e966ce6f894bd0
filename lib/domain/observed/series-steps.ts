// The steps in which a series is shown: hours, or parts of days as the clocks of a place show them.
import { clocksOf, DAY_MS, HOUR_MS } from './time-zone.ts'

/** How long each step is by the clock; where clocks are put forward or back in one, it is as much shorter or longer. */
const LENGTHS = {
  '1h': HOUR_MS,
  '3h': 3 * HOUR_MS,
  '6h': 6 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
} as const
export type Step = keyof typeof LENGTHS
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object of known keys
export const STEPS = Object.keys(LENGTHS) as Step[]

/** From one instant on until before another. */
export type Range = { readonly from: Date; readonly to: Date }

/** As many points can be told apart in a chart. */
const SHOWN_MAX = 120

/** The shortest step that gives no more than some points; weeks where none does. */
export function stepFor({ from, to }: Range, pointsMax = SHOWN_MAX): Step {
  const length = to.getTime() - from.getTime()
  return STEPS.find((step) => length / LENGTHS[step] <= pointsMax) ?? '1w'
}

/** How many steps a range takes, give or take one. */
export function stepCount({ from, to }: Range, step: Step): number {
  return Math.max(1, Math.round((to.getTime() - from.getTime()) / LENGTHS[step]))
}

/** Steps one after the other: where each begins, and where the last one ends. */
export type Steps = { readonly begins: readonly Date[]; readonly end: Date }

/**
 * The steps that cover a range, the first of which may begin before it. Hours are those of UTC; parts of days begin when the
 * clocks of the time zone show it, and weeks on Mondays.
 */
export function stepsOf(range: Range, step: Step, timeZone: string): Steps {
  const beginOf = beginnings(step, timeZone)
  const first = lastUntil(range.from, beginOf, step, timeZone)
  return walk(beginOf, first, (begin) => begin < range.to.getTime())
}

/** The steps before those of a range, as many earlier as the range takes, each to be compared with one of them. */
export function stepsBefore(range: Range, step: Step, timeZone: string): Steps {
  const beginOf = beginnings(step, timeZone)
  const first = lastUntil(range.from, beginOf, step, timeZone)
  const count = stepsOf(range, step, timeZone).begins.length
  let left = count
  return walk(beginOf, first - stepCount(range, step), () => left-- > 0)
}

/** When the step of a number begins; they are counted from a Monday on. Where the clocks skip a whole step, two begin at once. */
type BeginOf = (number: number) => number

/** 1969-12-29, before the first day that clocks count from. */
const MONDAY = -3 * DAY_MS

function beginnings(step: Step, timeZone: string): BeginOf {
  const length = LENGTHS[step]
  if (step === '1h') return (number) => MONDAY + number * length
  const clocks = clocksOf(timeZone)
  return (number) => clocks.firstAt(MONDAY + number * length)
}

/** The number of the last step that begins until an instant. */
function lastUntil(instant: Date, beginOf: BeginOf, step: Step, timeZone: string): number {
  const at = instant.getTime()
  const shown = step === '1h' ? at : clocksOf(timeZone).shown(at)
  let number = Math.floor((shown - MONDAY) / LENGTHS[step])
  while (beginOf(number) > at) number--
  while (beginOf(number + 1) <= at) number++
  return number
}

function walk(beginOf: BeginOf, first: number, goesOn: (begin: number) => boolean): Steps {
  const begins: Date[] = []
  let [number, begin] = [first, beginOf(first)]
  while (goesOn(begin)) {
    begins.push(new Date(begin))
    const before = begin
    while (begin <= before) begin = beginOf(++number)
  }
  return { begins, end: new Date(begin) }
}
