// How far a rollout has come at one instant. This is all that decides when a wave is released, and it decides the same wherever
// and however often it is asked.
import { durationText } from '#lib/domain/objects/durations.ts'
import { type Bits, countBits, isEmpty } from '#lib/domain/sets/bits.ts'
import { countedAnswers } from './approvals.ts'
import { earliest, type Gate, gatesBefore, held } from './gates.ts'
import { membersOf } from './members.ts'
import type { Advanced, Facts, Rollout, Wave } from './rollout.ts'
import { ended, isOver, paused, withWave } from './steps.ts'

/**
 * What has come to pass by `now`, the wave to release at once, and what the rollout waits for. `now` is never earlier than that
 * of a former call. Asked again with what it answered, at the same instant, it answers the same; a wave is released only by
 * `withReleased`.
 *
 * Waves are taken in order. The next one is released when the one before was in Git for as long as its rule says and all gates
 * hold. A wave that has no cluster left when its turn comes is skipped; the last wave never is, and asks its gates without
 * clusters, too, because what it releases is for clusters that come later.
 */
export function advance(rollout: Rollout, facts: Facts, now: number): Advanced {
  const current = passed(rollout, facts, now)
  if (current.state !== 'running') return standing(current)
  const next = nextToRelease(current, facts.placed)
  if (next !== null && isRefused(current, next, facts, now)) {
    return standing(paused(current, 'refused'))
  }
  const gates = [
    ...gatesAfter(current, now).map((gate) => ({ ...gate, wave: current.wave })),
    ...(next === null ? [] : asked(current, next, facts, now)),
  ]
  const waiting = gates.flatMap(({ wave, waiting: reason }) =>
    reason ? [{ wave, ...reason }] : [],
  )
  const isFree = next === current.wave && waiting.length === 0
  if (isFree && isOutgrown(current, next, facts)) return standing(paused(current, 'outgrown'))
  return {
    rollout: current,
    release: isFree ? next : null,
    waiting,
    due: earliest(gates.map(({ due }) => due)),
  }
}

function standing(rollout: Rollout): Advanced {
  return { rollout, release: null, waiting: [], due: null }
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
  if (wave.state === 'published') {
    const isSoaked = soakEnd(wave) <= now
    return isSoaked ? withWave(rollout, index, { state: 'passed', passedAt: now }) : rollout
  }
  if (wave.state === 'pending') {
    const isEmptied = !isLast && isEmpty(membersOf(rollout, index, facts.placed))
    return isEmptied ? withWave(rollout, index, { state: 'skipped' }) : rollout
  }
  return isLast ? ended(rollout, 'completed', now) : { ...rollout, wave: index + 1 }
}

/** When a published wave has been in Git for long enough. */
function soakEnd({ overridden, released, publishedAt, rule }: Wave): number {
  const isAsked = !overridden.includes('soak') && !isEmpty(released ?? [])
  return (publishedAt ?? 0) + (isAsked ? rule.after.soakMs : 0)
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

/** What the wave that is under way waits for before the next. */
function gatesAfter({ wave: index, waves }: Rollout, now: number): readonly Gate[] {
  const wave = waves[index]!
  if (wave.state === 'released') return [held('not_published', null, 'Not in Git yet.')]
  if (wave.state !== 'published' || soakEnd(wave) <= now) return []
  const text = `In Git for less than ${durationText(wave.rule.after.soakMs)}.`
  return [held('soak', soakEnd(wave), text)]
}

function asked(rollout: Rollout, index: number, facts: Facts, now: number) {
  return gatesBefore(rollout, index, facts, now).map((gate) => ({ ...gate, wave: index }))
}

function isRefused(rollout: Rollout, index: number, facts: Facts, now: number): boolean {
  const { rule, overridden } = rollout.waves[index]!
  if (rule.before.approvals === null || overridden.includes('approval')) return false
  return countedAnswers(rollout, index, rule.before.approvals, facts, now).refusals.length > 0
}

const OUTGROWN_SHARE = 0.1
const OUTGROWN_CLUSTERS = 20

/** Whether with this wave more clusters get the version than were confirmed, by a tenth or by 20, whichever is less. */
function isOutgrown({ confirmed, waves }: Rollout, index: number, facts: Facts): boolean {
  const before = waves.reduce((sum, { released }) => sum + countBits(released ?? []), 0)
  const now = countBits(membersOf({ waves }, index, facts.placed))
  const spare = Math.min(Math.floor(confirmed * OUTGROWN_SHARE), OUTGROWN_CLUSTERS)
  return now > 0 && before + now > confirmed + spare
}
