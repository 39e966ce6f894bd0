// A rollout that somebody wants to start or to let go on, with all that they have to see and confirm.
import { filesOf } from '#lib/domain/impact/impact-files.ts'
import { nextToRelease } from '#lib/domain/rollouts/advance.ts'
import { gatesBefore } from '#lib/domain/rollouts/gates.ts'
import { forecast } from '#lib/domain/rollouts/forecast.ts'
import { durationText } from '#lib/domain/objects/durations.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { WholeSource } from '#lib/domain/releases/release.ts'
import type { Facts, GateCode, Rollout, Waiting, Wave } from '#lib/domain/rollouts/rollout.ts'
import { holdingIn } from '#lib/domain/rollouts/members.ts'
import { countBits, isEmpty, NO_BITS, subtract, uniteAll } from '#lib/domain/sets/bits.ts'
import type { RolloutPreviewJson } from '#lib/schemas/rollout.ts'
import type { Had } from '#lib/schemas/wave-clusters.ts'
import { deployersSentence, overriderWords, readNaming } from '../access/overriders.ts'
import { hasNumbers, hasReason, requireNumbers, requireReason } from '../changes/confirmation.ts'
import {
  type Cautions,
  cautionsOf,
  type ImpactDocument,
  impactDocument,
} from '../changes/impact-document.ts'
import { withFiles } from '../changes/plan.ts'
import type { WriteOptions } from '../changes/write-options.ts'
import type { Context } from '../define.ts'
import { Refusal } from '../refusal.ts'
import { findEnvironment } from './environment.ts'
import { readBlocked } from './blocked.ts'
import { readFacts } from './facts.ts'
import { holdWarnings } from './hold-warnings.ts'
import { type Planned, type PlannedWave, planRollout, type RolloutPlan } from './plan.ts'
import { textOf, waitingJson } from './represent.ts'
import { deployerStop, mayPassGates, requireUnstopped, type RolloutStop } from './stops.ts'
import { namesOf, readHad } from './wave-clusters.ts'
import { newerNeededWarnings } from './newer-needed.ts'
import { noTargetWarnings, targetsJson } from './wave-targets.ts'

type Named = RolloutPreviewJson['version']
type Warnings = Cautions['warnings']

/** `whoMay`: who may start it nevertheless, as a sentence. */
type ToldStop = RolloutStop & { readonly whoMay: string }

export type Prepared = {
  readonly rollout: Rollout
  readonly plan: RolloutPlan
  readonly stops: readonly ToldStop[]
  /** Of all waves together. */
  readonly cautions: Cautions
  /** The same with all else that is told of an edit, for whoever is refused. */
  readonly impact: () => Promise<ImpactDocument>
  readonly preview: (version: Named, warnings?: Warnings) => RolloutPreviewJson
}

type Wanted = WholeSource & {
  readonly rollout: Rollout
  readonly now: Date
  readonly options: WriteOptions
}

export async function prepare(
  context: Context,
  fleet: Fleet,
  { rollout: wanted, source, targets, now, options }: Wanted,
): Promise<Prepared> {
  const known = await readFacts(context.scope, fleet, { rollout: wanted, source }, now)
  const holding = holdingIn(fleet, wanted.application, wanted.environment)
  // A cluster whose hold ends meanwhile is no more than was seen.
  const rollout = { ...wanted, confirmed: countBits(known.placed) + countBits(holding) }
  const released = uniteAll(rollout.waves.map((wave) => wave.released ?? NO_BITS))
  const { application } = rollout
  const asked = subtract(known.placed, released)
  const { clusters: blocked } = await readBlocked(context.scope, fleet, application, asked)
  const facts = { ...known, blocked, digests: rollout.waves.map(() => null) }
  const plan = await planRollout(context, fleet, { rollout, source, targets }, facts)
  const state = await context.state()
  const { whole } = plan
  const branchesOf = () => filesOf(whole.impact, whole.render).branches
  const cautions = await cautionsOf(context, whole, state, branchesOf)
  // What stops an edit is a gate of the rollout instead, but for who may do it.
  const standing = { goesBack: false, isCarriedOut: true }
  const impact = async () =>
    impactDocument(context, await withFiles(whole, []), state, options, standing)
  const { environment } = rollout
  const stops = [
    deployerStop(fleet, environment, context.actor),
    eligibilityStop(context, fleet, rollout, facts, now),
  ].filter((stop) => stop !== null)
  const told = await toldStops(context, fleet, stops)
  const newerNeeded = await newerNeededWarnings(context.scope, fleet, rollout, known.placed)
  const members = plan.waves.map((wave) => wave.members)
  const had = await readHad(context.scope, fleet, application, members)
  const preview = (version: Named, warnings: Warnings = []) => ({
    digest: plan.digest,
    version: version && { number: version.number, name: version.name, commit: version.commit },
    revision: source.repoBranch,
    clusters: countBits(known.placed),
    holding: countBits(holding),
    waves: wavesJson(fleet, { rollout, source, targets }, plan, { facts, now, had }),
    stops: told,
    warnings: [
      ...warnings,
      ...holdWarnings(holding),
      ...newerNeeded,
      ...noTargetWarnings(fleet, rollout),
      ...cautions.warnings,
    ],
    confirmChanges: cautions.confirmChanges,
    reasonRequired: cautions.reasonRequired,
  })
  return { rollout, plan, stops: told, cautions, impact, preview }
}

async function toldStops(
  context: Context,
  fleet: Fleet,
  stops: readonly RolloutStop[],
): Promise<ToldStop[]> {
  if (stops.length === 0) return []
  const naming = await readNaming(context)
  return stops.map((stop) => {
    const environment = stop.code === 'environment_protected' && findEnvironment(fleet, stop.name)
    const whoMay = environment
      ? deployersSentence(environment, naming)
      : `${overriderWords(fleet, [stop.name], naming)} may do this with a reason.`
    return { ...stop, whoMay }
  })
}

/** One that only has to wait until its version was elsewhere for long enough may start. */
function eligibilityStop(
  { actor }: Context,
  fleet: Fleet,
  rollout: Rollout,
  facts: Facts,
  now: Date,
): RolloutStop | null {
  const { environment: name } = rollout
  const next = nextToRelease(rollout, facts.placed)
  if (next === null) return null
  const gates = gatesBefore(rollout, next, facts, now.getTime())
  const reason = gates.find(({ waiting }) => waiting?.code === 'not_eligible')?.waiting
  if (!reason || reason.until !== null) return null
  const mayOverride = mayPassGates(fleet, name, actor)
  return { code: 'not_eligible', name, message: reason.text, mayOverride }
}

function wavesJson(
  fleet: Fleet,
  of: Planned,
  { waves }: RolloutPlan,
  { facts, now, had }: { readonly facts: Facts; readonly now: Date; readonly had: readonly Had[] },
): RolloutPreviewJson['waves'] {
  const { rollout } = of
  const releasedAt = forecast(rollout, facts, now.getTime())
  /** By index, the waves that are still to pass; the others passed, or are skipped. */
  const ahead = rollout.waves.map((wave, index) => {
    const isEmptied = index < waves.length - 1 && isEmptyWave(waves[index]!)
    const isOver = wave.state === 'passed' || wave.state === 'skipped'
    return isOver || (wave.state === 'pending' && isEmptied) ? null : wave
  })
  return waves.map(({ plan: { impact, files, digest }, members, blocked, before }, index) => ({
    name: rollout.waves[index]!.name,
    clusters: countBits(members),
    names: namesOf(fleet, members),
    from: had[index]!,
    blocked: countBits(blocked),
    changed: impact.counts.placements.changed,
    ...targetsJson(fleet, of, members),
    files: files.counts,
    branches: files.branches.slice(0, BRANCHES_MAX),
    branchesTotal: files.branches.length,
    digest,
    waiting_for:
      ahead[index]?.state === 'pending'
        ? waitingJson(
            [...waitingAfter(ahead, index), ...heldBefore(before, index, facts, now)],
            index,
          )
        : [],
    earliest: textOf(releasedAt[index] ?? null),
  }))
}

const BRANCHES_MAX = 100

function isEmptyWave({ members, blocked }: PlannedWave): boolean {
  return isEmpty(members) && isEmpty(blocked)
}

/** What a wave waits for of the one before it that isn’t skipped. */
function waitingAfter(ahead: readonly (Wave | null)[], index: number): readonly Waiting[] {
  const before = ahead.slice(0, index).findLast((wave) => wave !== null)
  if (!before) return []
  const { name, rule } = before
  const { health, checks, soakMs } = rule.after
  const how = health === null ? 'has been in Git' : 'has been healthy'
  const reasons: [GateCode, string | null][] = [
    ['health', health && `Enough clusters of wave ${name} are healthy.`],
    ['check', checks.length > 0 ? `Passed on wave ${name}: ${checks.join(', ')}.` : null],
    ['soak', soakMs > 0 ? `Wave ${name} ${how} for ${durationText(soakMs)}.` : null],
  ]
  return reasons.flatMap(([code, text]) => (text ? [{ wave: index, code, until: null, text }] : []))
}

function heldBefore(rollout: Rollout, index: number, facts: Facts, now: Date): readonly Waiting[] {
  const gates = gatesBefore(rollout, index, facts, now.getTime())
  return gates.flatMap(({ waiting }) => (waiting ? [{ wave: index, ...waiting }] : []))
}

/** Refuses a rollout that lacks a reason, or that somebody may not start. */
export async function requireAllowed(
  { cautions, impact, stops, preview }: Prepared,
  options: WriteOptions,
  version: Named,
): Promise<void> {
  if (!hasReason(cautions, options)) requireReason(await impact(), options)
  const told = stops.map((stop) => ({ ...stop, message: `${stop.message} ${stop.whoMay}` }))
  requireUnstopped(told, options, { preview: preview(version) })
}

/** Refuses a rollout that is allowed, but isn't what they saw or confirmed, in the order of other writes. */
export async function requireConfirmed(
  { cautions, impact, plan, preview }: Prepared,
  options: WriteOptions,
  version: Named,
): Promise<void> {
  const members = { preview: preview(version) }
  if (options.expectedImpact !== null && options.expectedImpact !== plan.digest) {
    const reason = 'The rollout would no longer do what you saw.'
    throw new Refusal('conflict', reason, { code: 'plan_changed', members })
  }
  if (!hasNumbers(cautions, options)) requireNumbers(await impact(), options)
}
