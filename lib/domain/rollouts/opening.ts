// When the hours of an environment are.
import type { Hours } from '#lib/domain/objects/environment/hours.ts'
import { nextTurn, silentUntil, type SilencePlan } from '#lib/domain/observed/planned-silence.ts'

/** Hours that the clocks leave out are looked over; so many in a row are none that ever come. */
const TURNS_MAX = 50

/** The first instant from `now` on that is within the hours; null: none is found. */
export function nextOpening(hours: Hours, now: number): number | null {
  const plan = planOf(hours)
  let at: Date | null = new Date(now)
  for (let turns = 0; at !== null && turns < TURNS_MAX; turns++) {
    if (silentUntil(plan, at) !== null) return at.getTime()
    at = nextTurn(plan, at)
  }
  return null
}

/** The first instant after `now` at which they may open or close. */
export function nextHoursTurn(hours: Hours, now: number): number | null {
  return nextTurn(planOf(hours), new Date(now))?.getTime() ?? null
}

function planOf({ weekly, timeZone }: Hours): SilencePlan {
  return { from: null, to: null, weekly, timeZone }
}
