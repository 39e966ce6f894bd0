// How far a rollout has come at one instant. This is all that decides when a wave is released, and it decides the same wherever
// and however often it is asked.
import { type Bits, countBits, isEmpty } from '#lib/domain/sets/bits.ts'
import { countedAnswers } from './approvals.ts'
import { earliest, type Gate, gatesBefore } from './gates.ts'
import {
  failureOf,
  gatesAfter,
  goesBack,
  isHeldBack,
  isRefusedUnobserved,
  withHealth,
} from './gates-after.ts'
import { membersOf, readyOf } from './members.ts'
import type { Advanced, Facts, FailureCause, Rollout, Waiting, Wave } from './rollout.ts'
import { ended, isOver, paused, withWave } from './steps.ts'

/**
 * What has come to pass by `now`, the wave to release at once, whether the rollout goes back, and what it waits for. `now` is
 * never earlier than that of a former call. Asked again with what it answered, at the same instant, it answers the same; a wave is
 * released only by `withReleased`, and a rollout rolled back by `failed`.
 *
 * Waves are taken in order. The next one is released when all that must hold after the one before and before this one holds. A
 * wave that has no cluster left when its turn comes is skipped; the last wave never is, and asks its gates without clusters, too,
 * because what it releases is for clusters that come later. One with clusters of which none is ready waits (`readyOf`).
 */
export function advance(rollout: Rollout, facts: Facts, now: number): Advanced {
  const current = passed(rollout, facts, now)
  if (isHeldBack(current, facts)) return heldBack(current, facts, now)
  if (current.state !== 'running') return standing(current)
  const failure = failureOf(current, facts, now)
  if (failure !== null) {
    return goesBack(current, facts, now)
      ? standing(current, failure)
      : standing(paused(current, failure))
  }
  const next = nextToRelease(current, facts.placed)
  if (isRefused(current, next, facts, now)) return standing(paused(current, 'refused'))
  const gates = [
    ...askedAfter(current, facts, now),
    ...(next === null ? [] : asked(current, next, facts, now)),
  ]
  const waiting = reasonsOf(gates)
  const isFree = next === current.wave && waiting.length === 0
  if (isFree && isOutgrown(current, next, facts)) return standing(paused(current, 'outgrown'))
  return {
    rollout: current,
    release: isFree ? next : null,
    failure: null,
    waiting,
    due: earliest(gates.map(({ due }) => due)),
  }
}

function reasonsOf(gates: readonly Asked[]): readonly Waiting[] {
  return gates.flatMap(({ wave, waiting }) => (waiting ? [{ wave, ...waiting }] : []))
}

function standing(rollout: Rollout, failure: FailureCause | null = null): Advanced {
  return { rollout, release: null, failure, waiting: [], due: null }
}

/** In a pause, too, it says which pull request it waits for. */
function heldBack(rollout: Rollout, facts: Facts, now: number): Advanced {
  const waiting = reasonsOf(askedAfter(rollout, facts, now))
  return { ...standing(paused(rollout, 'pull_request_closed')), waiting }
}

/** The rollout with every step taken that needs no release. */
function passed(rollout: Rollout, facts: Facts, now: number): Rollout {
  let current = rollout
  for (;;) {
    const next = stepOf(current, facts, now)
    if (next === current) return current
    current = next
  }
}

/** One step; the same rollout when there is none. What is in Git is noted in a pause, too. */
function stepOf(rollout: Rollout, facts: Facts, now: number): Rollout {
  const { state, wave: index, waves } = rollout
  if (isOver(rollout)) return rollout
  const wave = waves[index]!
  if (wave.state === 'released') {
    const { publishedAt } = facts
    if (publishedAt === null) return rollout
    return withWave(rollout, index, { state: 'published', publishedAt })
  }
  return state === 'running' ? runningStep(rollout, wave, facts, now) : rollout
}

function runningStep(rollout: Rollout, wave: Wave, facts: Facts, now: number): Rollout {
  const index = rollout.wave
  const isLast = index === rollout.waves.length - 1
  if (wave.state === 'published') return stepAfter(rollout, facts, now)
  if (wave.state === 'pending') {
    const isEmptied = !isLast && isEmpty(membersOf(rollout, index, facts.placed))
    return isEmptied ? withWave(rollout, index, { state: 'skipped' }) : rollout
  }
  return isLast ? ended(rollout, 'completed', now) : { ...rollout, wave: index + 1 }
}

/** Of the published wave: its clusters are counted, and then it passes if nothing has to be waited for. */
function stepAfter(rollout: Rollout, facts: Facts, now: number): Rollout {
  const counted = withHealth(rollout, facts, now)
  if (counted !== rollout) return counted
  const isHeld = gatesAfter(rollout, facts, now).some(({ waiting }) => waiting !== null)
  return isHeld ? rollout : withWave(rollout, rollout.wave, { state: 'passed', passedAt: now })
}

/** The first pending wave that has clusters, or the last; null: none is pending. `placed` is that of `Facts`. */
export function nextToRelease({ wave, waves }: Rollout, placed: Bits): number | null {
  const next = waves.findIndex(
    ({ state }, index) =>
      index >= wave &&
      state === 'pending' &&
      (index === waves.length - 1 || !isEmpty(membersOf({ waves }, index, placed))),
  )
  return next === -1 ? null : next
}

type Asked = Gate & { readonly wave: number }

function askedAfter(rollout: Rollout, facts: Facts, now: number): readonly Asked[] {
  return gatesAfter(rollout, facts, now).map((gate) => ({ ...gate, wave: rollout.wave }))
}

function asked(rollout: Rollout, index: number, facts: Facts, now: number): readonly Asked[] {
  return gatesBefore(rollout, index, facts, now).map((gate) => ({ ...gate, wave: index }))
}

/** Whether somebody refused what comes next: the wave under way, or the one to release after it. */
function isRefused(rollout: Rollout, next: number | null, facts: Facts, now: number): boolean {
  if (isRefusedUnobserved(rollout, facts)) return true
  if (next === null) return false
  const { rule, overridden } = rollout.waves[next]!
  if (rule.before.approvals === null || overridden.includes('approval')) return false
  return countedAnswers(rollout, next, rule.before.approvals, facts, now).refusals.length > 0
}

const OUTGROWN_SHARE = 0.1
const OUTGROWN_CLUSTERS = 20

/** Whether with this wave more clusters get the version than were confirmed, by a tenth or by 20, whichever is less. */
function isOutgrown({ confirmed, waves }: Rollout, index: number, facts: Facts): boolean {
  const before = waves.reduce((sum, { released }) => sum + countBits(released ?? []), 0)
  const now = countBits(readyOf({ waves }, index, facts))
  const spare = Math.min(Math.floor(confirmed * OUTGROWN_SHARE), OUTGROWN_CLUSTERS)
  return now > 0 && before + now > confirmed + spare
}
