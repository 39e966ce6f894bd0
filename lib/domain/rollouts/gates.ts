// What must hold before a wave is released. Each gate is a function of the rollout, the facts and one instant.
import { durationText } from '#lib/domain/objects/durations.ts'
import { frozenAt } from '#lib/domain/objects/freeze/freeze.ts'
import type { Freeze } from '#lib/domain/objects/objects.ts'
import { DAY_MS } from '#lib/domain/observed/time-zone.ts'
import { nextTurn } from '#lib/domain/observed/planned-silence.ts'
import { countBits, isEmpty } from '#lib/domain/sets/bits.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { APPROVAL_MS, countedAnswers } from './approvals.ts'
import { blockedOf, readyOf } from './members.ts'
import { nextHoursTurn, nextOpening } from './opening.ts'
import type { Facts, GateCode, Rollout, Waiting } from './rollout.ts'

export type Gate = {
  /** Null: it holds. */
  readonly waiting: Omit<Waiting, 'wave'> | null
  /** No later than when it differs by time alone; null: it doesn't. */
  readonly due: number | null
}

const HOLDS: Gate = { waiting: null, due: null }

type Ask = (rollout: Rollout, index: number, facts: Facts, now: number) => Gate

type Eligibility = Pick<Facts, 'isRepositoryAllowed' | 'after' | 'afterSoakMs'>

type GateBefore = 'not_eligible' | 'frozen' | 'outside_hours' | 'approval' | 'depends'
const BEFORE: { readonly [C in GateBefore]: Ask } = {
  not_eligible: eligibility,
  frozen: freezing,
  outside_hours: opening,
  approval,
  depends,
}

/** The gates before a wave that nobody overrode. */
export function gatesBefore(
  rollout: Rollout,
  index: number,
  facts: Facts,
  now: number,
): readonly Gate[] {
  const { overridden } = rollout.waves[index]!
  return Object.entries(BEFORE)
    .filter(([code]) => !overridden.some((each) => each === code))
    .map(([, ask]) => ask(rollout, index, facts, now))
}

/** What a wave comes past because somebody overrode it, each freeze by itself. */
export type PassedGate =
  | { readonly code: 'not_eligible' | 'outside_hours' | 'approval'; readonly text: string }
  | { readonly code: 'frozen'; readonly freeze: Freeze; readonly until: Date | null }

/** The gates before a wave that somebody overrode and that don't hold, but for what the application needs. */
export function passedGates(
  rollout: Rollout,
  index: number,
  facts: Facts,
  now: number,
): readonly PassedGate[] {
  const { overridden } = rollout.waves[index]!
  const at = new Date(now)
  return overridden.flatMap((code): PassedGate[] => {
    if (code === 'frozen') {
      return holdingFreezes(rollout, facts, at).map((holding) => ({ code, ...holding }))
    }
    if (code !== 'not_eligible' && code !== 'outside_hours' && code !== 'approval') return []
    const { waiting } = BEFORE[code](rollout, index, facts, now)
    return waiting === null ? [] : [{ code, text: waiting.text }]
  })
}

/** Those of time alone, of whatever comes to an environment besides rollouts. */
export function timeGates(facts: Pick<Facts, 'freezes' | 'hours'>, now: number): readonly Gate[] {
  const forward = { origin: 'person' } as const
  return [freezing(forward, 0, facts, now), opening(forward, 0, facts, now)]
}

/** Going back asks for nothing. */
function eligibility({ origin }: Rollout, _: number, facts: Facts, now: number): Gate {
  return origin === 'rollback' ? HOLDS : eligible(facts, now)
}

/**
 * The team may use the version’s repository, and the version succeeded in each environment that must come first, long enough
 * ago.
 */
export function eligible(
  { isRepositoryAllowed, after, afterSoakMs }: Eligibility,
  now: number,
): Gate {
  if (!isRepositoryAllowed) {
    return held('not_eligible', null, 'The team may no longer use the repository of the version.')
  }
  const missing = after.filter(({ at }) => at === null)
  if (missing.length > 0) {
    const names = missing.map(({ environment }) => environment).join(', ')
    return held('not_eligible', null, `The version hasn’t succeeded in ${names}.`)
  }
  const [last] = after.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))
  const eligibleAt = (last?.at ?? 0) + afterSoakMs
  if (last === undefined || eligibleAt <= now) return HOLDS
  const text = `The version succeeded in ${last.environment}; ${durationText(afterSoakMs)} must pass after that.`
  // Where several must come first, each that is over changes nothing: the last one decides.
  return held('not_eligible', eligibleAt, text)
}

/** No freeze holds. Going back is exempt from those that allow it. */
function freezing(
  { origin }: Pick<Rollout, 'origin'>,
  _: number,
  facts: Pick<Facts, 'freezes'>,
  now: number,
): Gate {
  const at = new Date(now)
  const asked = freezesFor({ origin }, facts)
  const due = earliest(asked.map((freeze) => nextTurn(freeze, at)?.getTime() ?? null))
  const holding = holdingFreezes({ origin }, facts, at).map(({ freeze }) => freeze)
  if (holding.length === 0) return { waiting: null, due }
  const ends = holding.map((freeze) => endOf(freeze, at))
  const until = ends.some((end) => end === null) ? null : Math.max(...ends.map((end) => end ?? 0))
  const names = holding.map(({ name }) => name).join(', ')
  return { ...held('frozen', until, `Frozen by ${names}.`), due }
}

function freezesFor(
  { origin }: Pick<Rollout, 'origin'>,
  { freezes }: Pick<Facts, 'freezes'>,
): readonly Freeze[] {
  return freezes.filter(({ allowRollback }) => origin !== 'rollback' || !allowRollback)
}

/** Those that hold at an instant. `until`: as `frozenAt` says. */
function holdingFreezes(
  of: Pick<Rollout, 'origin'>,
  facts: Pick<Facts, 'freezes'>,
  at: Date,
): readonly { readonly freeze: Freeze; readonly until: Date | null }[] {
  return freezesFor(of, facts).flatMap((freeze) => {
    const holds = frozenAt(freeze, at)
    return holds === null ? [] : [{ freeze, ...holds }]
  })
}

/** So far ahead the hours of a freeze are looked at; those that reach further never end. */
const FROZEN_MS = 8 * DAY_MS

/** When a freeze ends that holds at an instant; null: it doesn't by time alone. */
function endOf(freeze: Freeze, now: Date): number | null {
  const until = frozenAt(freeze, now)?.until?.getTime() ?? null
  const isEndless = until === null || until >= now.getTime() + FROZEN_MS
  return isEndless ? (freeze.to?.getTime() ?? null) : until
}

/** The environment is open. Going back is at any time. */
function opening(
  { origin }: Pick<Rollout, 'origin'>,
  _: number,
  { hours }: Pick<Facts, 'hours'>,
  now: number,
): Gate {
  if (hours === null || origin === 'rollback') return HOLDS
  const until = nextOpening(hours, now)
  const due = nextHoursTurn(hours, now)
  if (until === now) return { waiting: null, due }
  return { ...held('outside_hours', until, 'Outside the hours of the environment.'), due }
}

/** Enough people approved what the wave would do now, and none refused it. */
function approval(rollout: Rollout, index: number, facts: Facts, now: number): Gate {
  const rule = rollout.waves[index]!.rule.before.approvals
  if (rule === null) return HOLDS
  const { approvals, refusals } = countedAnswers(rollout, index, rule, facts, now)
  const due = earliest(approvals.map(({ at }) => at + APPROVAL_MS))
  if (refusals.length > 0) {
    const names = refusals.map(({ name }) => name).join(', ')
    return { ...held('approval', null, `Refused by ${names}.`), due }
  }
  if (approvals.length >= rule.count) return { waiting: null, due }
  const text = `${approvals.length} of ${counted(rule.count, 'approval')}.`
  return { ...held('approval', null, text), due }
}

/** What waits for other applications is looked at so often: what clusters say is gathered for so long. */
export const LOOK_EVERY_MS = 30_000

/** All that the application needs is there on at least one of the clusters of the wave, if it has any. */
function depends(rollout: Rollout, index: number, facts: Facts, now: number): Gate {
  const blocked = blockedOf(rollout, index, facts)
  if (isEmpty(blocked) || !isEmpty(readyOf(rollout, index, facts))) return HOLDS
  const count = countBits(blocked)
  const text = `${counted(count, 'cluster')} ${count === 1 ? 'waits' : 'wait'} for what the application needs.`
  // Counted from its start, so that not all rollouts are looked at in the same moment.
  const sinceLook = (now - rollout.startedAt) % LOOK_EVERY_MS
  return { ...held('depends', null, text), due: now - sinceLook + LOOK_EVERY_MS }
}

export function held(code: GateCode, until: number | null, text: string): Gate {
  return { waiting: { code, until, text }, due: until }
}

/** The least that is not null; null: all are. */
export function earliest(instants: readonly (number | null)[]): number | null {
  const known = instants.filter((each) => each !== null)
  return known.length === 0 ? null : Math.min(...known)
}
