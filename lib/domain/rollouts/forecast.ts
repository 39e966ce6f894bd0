// When the waves of a rollout are released at the earliest.
import { advance } from './advance.ts'
import { readyOf } from './members.ts'
import type { Facts, OverridableGate, Rollout, Waiting } from './rollout.ts'
import { overridden, withReleased } from './steps.ts'

/** Each step releases a wave or waits for what time alone ends; a rollout that needs more of them is told nothing. */
const STEPS_MAX = 200

/**
 * By wave, when it can be released if people approve at once, each change is in Git at once, and clusters are healthy and checks
 * pass at once; null: it was released already, or it waits for something that time alone doesn't end.
 */
export function forecast(rollout: Rollout, facts: Facts, now: number): readonly (number | null)[] {
  const releasedAt = rollout.waves.map((): number | null => null)
  let at = now
  let known = facts
  let current = withoutOthers(rollout)
  for (let step = 0; step < STEPS_MAX; step++) {
    const { rollout: next, release, waiting } = advance(current, known, at)
    if (release !== null) {
      releasedAt[release] = at
      current = withReleased(next, release, 0, readyOf(next, release, facts))
      known = { ...facts, publishedAt: at, reports: null }
      continue
    }
    const then = endOf(waiting, at)
    if (next.state !== 'running' || then === null) break
    if (waiting.some(isUnpublished)) known = { ...known, publishedAt: at }
    current = next
    at = then
  }
  return releasedAt
}

/** What others than time decide. */
const GIVEN: readonly OverridableGate[] = ['approval', 'health', 'silent', 'failing', 'check']

function withoutOthers(rollout: Rollout): Rollout {
  return rollout.waves.reduce((all, _, index) => overridden(all, index, GIVEN), rollout)
}

function isUnpublished({ code }: Waiting): boolean {
  return code === 'not_published'
}

/** The instant by which all of it is over; null: never. */
function endOf(waiting: readonly Waiting[], now: number): number | null {
  const ends = waiting.map((each) => (isUnpublished(each) ? now : each.until))
  return ends.some((end) => end === null) ? null : Math.max(...ends.map((end) => end ?? now))
}
