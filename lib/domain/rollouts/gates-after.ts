// What must hold after a wave is in Git, before the next one: what its clusters report, what programs check, and for how long.
import { durationText } from '#lib/domain/objects/durations.ts'
import { frozenAt } from '#lib/domain/objects/freeze/freeze.ts'
import { countBits, isEmpty } from '#lib/domain/sets/bits.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { answersSincePublished } from './approvals.ts'
import { type Gate, held } from './gates.ts'
import { boundsOf, isUnobserved, measure, reportersOf } from './health.ts'
import type {
  AwaitedMerge,
  Facts,
  FailureCause,
  HealthCounts,
  Reports,
  Rollout,
  Wave,
} from './rollout.ts'
import { isOver, withWave } from './steps.ts'

const HEALTH_GATES = ['failing', 'silent', 'health'] as const
type HealthGate = (typeof HEALTH_GATES)[number]

/**
 * The rollout with the clusters of its published wave counted anew; the same one where nothing differs. The wave soaks from when
 * they are as its rule asks, and anew after they weren’t.
 */
export function withHealth(rollout: Rollout, facts: Facts, now: number): Rollout {
  const index = rollout.wave
  const wave = rollout.waves[index]!
  const { health: rule } = wave.rule.after
  if (rule === null || isEmpty(wave.released ?? [])) return rollout
  const members = reportersOf(wave, facts.placed)
  const counts = facts.reports ? measure(wave, members, facts.reports) : wave
  const after = { ...wave, ok: counts.ok, health: counts.health }
  const isAsked = asksReports(wave, facts)
  const holds = isAsked && HEALTH_GATES.every((code) => healthGate(after, code) === null)
  const quorumAt = holds ? (wave.quorumAt ?? now) : null
  const isSame =
    quorumAt === wave.quorumAt &&
    countBits(after.ok) === countBits(wave.ok) &&
    isSameHealth(after.health, wave.health)
  return isSame ? rollout : withWave(rollout, index, { ...counts, quorumAt })
}

/** Whether the clusters of the published wave under way are others than was counted last. */
export function isOtherHealth(
  rollout: Rollout,
  { placed, reports }: Pick<Facts, 'placed' | 'reports'>,
): boolean {
  const wave = rollout.waves[rollout.wave]!
  if (wave.state !== 'published' || reports === null) return false
  const { ok, health } = measure(wave, reportersOf(wave, placed), reports)
  return countBits(ok) !== countBits(wave.ok) || !isSameHealth(health, wave.health)
}

function isSameHealth(a: HealthCounts | null, b: HealthCounts | null): boolean {
  if (a === null || b === null) return a === b
  return (
    a.ok === b.ok &&
    a.progressing === b.progressing &&
    a.failing === b.failing &&
    a.silent === b.silent
  )
}

/** What the wave that is under way waits for, with its clusters counted; without a reason to wait, it passes. */
export function gatesAfter(rollout: Rollout, facts: Facts, now: number): readonly Gate[] {
  const wave = rollout.waves[rollout.wave]!
  if (wave.state === 'released') return publicationGates(facts)
  // What no cluster has, none can say anything of.
  if (wave.state !== 'published' || isEmpty(wave.released ?? [])) return []
  const waiting = [
    ...reportGates(rollout, facts),
    checkGate(rollout, facts),
    soakGate(wave, facts, now),
  ]
  return [
    ...waiting.filter((gate) => gate !== null),
    { waiting: null, due: facts.reports?.until ?? null },
    { waiting: null, due: deadlineOf(wave, rollout) },
  ]
}

/** One for each pull request that it waits for; else it is on its way by itself. */
function publicationGates({ awaited }: Facts): readonly Gate[] {
  if (awaited.length === 0) return [held('not_published', null, 'Not in Git yet.')]
  return awaited.map((pullRequest) => {
    const text = awaitedText(pullRequest)
    return { waiting: { code: 'not_published', until: null, text, pullRequest }, due: null }
  })
}

function awaitedText({ number, branch, isClosed, closedBy }: AwaitedMerge): string {
  const named = `pull request ${number} into ${branch}`
  if (!isClosed) return `Waits for ${named} to be merged.`
  const by = closedBy === null ? '' : ` by ${closedBy}`
  return `Waits for ${named}, which was closed${by}, to be open again and merged.`
}

/** Whether the wave under way is in a pull request that somebody closed, or behind it. */
export function isHeldBack(rollout: Rollout, { awaited }: Pick<Facts, 'awaited'>): boolean {
  const { wave, waves } = rollout
  if (isOver(rollout) || waves[wave]!.state !== 'released') return false
  return awaited.some(({ isClosed }) => isClosed)
}

/** How the clusters of a wave are that passed, and what to say where more are failing than its rule allows; null: nothing. */
export function watchedWave(
  wave: Wave,
  placed: Facts['placed'],
  reports: Reports,
): { readonly health: HealthCounts; readonly failing: string | null } {
  const { health } = measure(wave, reportersOf(wave, placed), reports)
  return { health, failing: healthGate({ ...wave, health }, 'failing')?.waiting?.text ?? null }
}

/** Why the published wave that is under way failed; null: it didn’t. One that passes is not asked. */
export function failureOf(rollout: Rollout, facts: Facts, now: number): FailureCause | null {
  const wave = rollout.waves[rollout.wave]!
  if (wave.state !== 'published') return null
  if (asksReports(wave, facts) && healthGate(wave, 'failing') !== null) return 'failing'
  if (checksIn(rollout, facts, 'failed').length > 0) return 'check'
  const deadline = deadlineOf(wave, rollout)
  return deadline !== null && deadline <= now ? 'deadline' : null
}

/**
 * Whether a wave that failed is rolled back: where its rule says so, but for one that takes another back, and in a freeze that
 * doesn’t allow it.
 */
export function goesBack({ origin, wave, waves }: Rollout, facts: Facts, now: number): boolean {
  const isForbidden = facts.freezes.some(
    (freeze) => !freeze.allowRollback && frozenAt(freeze, new Date(now)) !== null,
  )
  const { onFailure } = waves[wave]!.rule.after
  return onFailure === 'rollback' && origin !== 'rollback' && !isForbidden
}

/** Whether somebody refused that a wave goes on of which no cluster says how it is. */
export function isRefusedUnobserved(rollout: Rollout, facts: Facts): boolean {
  const wave = rollout.waves[rollout.wave]!
  return (
    asksPeople(wave, facts) &&
    answersSincePublished(rollout, rollout.wave, facts).refusals.length > 0
  )
}

/** Whether a published wave waits for a person, because none of its clusters ever reported. */
export function asksPeople(wave: Wave, facts: Pick<Facts, 'placed' | 'reports'>): boolean {
  const { rule, state, overridden } = wave
  const isAsked = rule.after.health?.unobserved === 'approve' && !overridden.includes('health')
  return state === 'published' && isAsked && isUnobserved(wave, facts)
}

/** Whether what clusters report of a wave counts: it asks for it, and there is a cluster that could say something. */
function asksReports(wave: Wave, facts: Facts): boolean {
  const isThere = !isEmpty(reportersOf(wave, facts.placed))
  return wave.rule.after.health !== null && isThere && !isUnobserved(wave, facts)
}

function reportGates(rollout: Rollout, facts: Facts): readonly (Gate | null)[] {
  const wave = rollout.waves[rollout.wave]!
  if (asksReports(wave, facts)) return HEALTH_GATES.map((code) => healthGate(wave, code))
  if (!asksPeople(wave, facts)) return []
  const { approvals, refusals } = answersSincePublished(rollout, rollout.wave, facts)
  if (approvals.length > 0 && refusals.length === 0) return []
  const members = countBits(reportersOf(wave, facts.placed))
  return [held('health', null, `None of ${counted(members, 'cluster')} reports: approve to go on.`)]
}

/** Whether as many clusters as were counted are enough. */
function healthGate({ rule, health, overridden }: Wave, code: HealthGate): Gate | null {
  if (overridden.includes(code) || rule.after.health === null) return null
  if (health === null) return code === 'health' ? held(code, null, 'Not counted yet.') : null
  const { ok, progressing, failing, silent } = health
  const heard = ok + progressing + failing
  const bounds = boundsOf(rule.after.health, health)
  if (code === 'health') {
    const verb = ok === 1 || heard === 1 ? 'is' : 'are'
    const reports =
      silent === 0 ? '' : ` that ${heard === 1 ? 'reports' : 'report'} (${silent} silent)`
    const text = `${ok} of ${counted(heard, 'cluster')}${reports} ${verb} healthy; ${bounds.ok} must be.`
    return ok >= bounds.ok ? null : held(code, null, text)
  }
  const [count, most] = code === 'silent' ? [silent, bounds.silent] : [failing, bounds.failing]
  const text = `${counted(count, 'cluster')} of ${heard + silent} ${count === 1 ? 'is' : 'are'} ${code}; ${most} may be.`
  return count <= most ? null : held(code, null, text)
}

function checkGate(rollout: Rollout, facts: Facts): Gate | null {
  const { rule, overridden } = rollout.waves[rollout.wave]!
  const passed = checksIn(rollout, facts, 'passed')
  const missing = rule.after.checks.filter((name) => !passed.includes(name))
  if (missing.length === 0 || overridden.includes('check')) return null
  const what = missing.length === 1 ? 'Check' : 'Checks'
  return held('check', null, `${what} ${missing.join(', ')} must pass.`)
}

/** The checks that the wave under way asks for whose newest result is such; none where they are overridden. */
function checksIn(
  { wave: index, waves }: Rollout,
  { checks }: Facts,
  wanted: Facts['checks'][number]['state'],
): readonly string[] {
  const { rule, overridden } = waves[index]!
  if (overridden.includes('check')) return []
  return rule.after.checks.filter((asked) =>
    checks.some(({ wave, name, state }) => wave === index && name === asked && state === wanted),
  )
}

function soakGate(wave: Wave, facts: Facts, now: number): Gate | null {
  const { rule, overridden, publishedAt, quorumAt } = wave
  const isReported = asksReports(wave, facts)
  const from = isReported ? quorumAt : publishedAt
  if (from === null || overridden.includes('soak')) return null
  const end = from + rule.after.soakMs
  const what = isReported ? 'Must stay healthy' : 'Must be in Git'
  return end <= now ? null : held('soak', end, `${what} for ${durationText(rule.after.soakMs)}.`)
}

/**
 * When a wave must have passed; null: there is no end to it, or it isn’t in Git, or has passed. Once its rollout was resumed it has
 * as long again.
 */
export function deadlineOf(
  { state, rule, publishedAt }: Wave,
  { resumedAt }: Pick<Rollout, 'resumedAt'>,
): number | null {
  const { deadlineMs } = rule.after
  if (state !== 'published' || deadlineMs === null || publishedAt === null) return null
  return Math.max(publishedAt, resumedAt ?? publishedAt) + deadlineMs
}
