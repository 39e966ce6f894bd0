// A step of a rollout, which Berth takes by itself: in one transaction, from what is so at one instant.
import { wakeRolloutsOf } from '#db/queries/due-rollouts.ts'
import { readRolloutInstant } from '#db/queries/rollout-instants.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import { readyOf } from '#lib/domain/rollouts/members.ts'
import type { FailureCause, Rollout } from '#lib/domain/rollouts/rollout.ts'
import { ended, failed, withReleased } from '#lib/domain/rollouts/steps.ts'
import { releasesOfWave } from '#lib/domain/rollouts/wave-releases.ts'
import { countBits } from '#lib/domain/sets/bits.ts'
import { passFailPoint } from '#lib/runtime/fail-point.ts'
import { submitDrafts } from '../changes/submit.ts'
import { PLAIN_WRITE } from '../changes/write-options.ts'
import { defineOwnEdit, type EditContext } from '../define.ts'
import { type EvidenceJson, evidenceJson } from '../dependencies/evidence-json.ts'
import { BERTH } from '../session.ts'
import { keepAsked } from './asked.ts'
import { nameOfRollout, type RolloutRef } from './find.ts'
import { keptWaiting } from './kept-waiting.ts'
import { passedOver } from './passed-over.ts'
import type { Seen } from './seen.ts'
import { sourceOfRollout, type Standing, standingAt } from './standing.ts'
import { keepRollout, readRollout, type StoredRollout } from './stored.ts'
import { takeBack } from './take-back.ts'

/** `seq`: as whoever found it due saw it; `seen`: what they read of it, if they did. */
export type StepInput = RolloutRef & { readonly seq: number; readonly seen?: Seen | null }

export type StepOutcome = {
  /** Whether anything came to pass. */
  readonly isStep: boolean
  /** The change that released a wave; null: none was. */
  readonly change: number | null
}

const NOTHING: StepOutcome = { isStep: false, change: null }

/** Does nothing if another process, or a person, was first. */
export const advanceRollout = defineOwnEdit<StepInput, StepOutcome>(async (context, input) => {
  passFailPoint('C1')
  const { scope } = context
  const [stored, now] = await Promise.all([
    readRollout(scope, input.id),
    readRolloutInstant(scope, input.id),
  ])
  if (stored?.row.state !== 'running' || stored.row.seq !== input.seq) return NOTHING
  // Nothing is saved until an admin decides between Git and the database.
  if ((await context.state()).gitStop !== null) return NOTHING
  const { applications } = await context.fleet()
  const isGone = applications.slots[stored.rollout.application] === undefined
  return isGone
    ? endWithApplication(context, stored, now)
    : step(context, stored, { now, seen: input.seen ?? null })
})

async function step(
  context: EditContext,
  stored: StoredRollout,
  at: { readonly now: Date; readonly seen: Seen | null },
): Promise<StepOutcome> {
  const standing = await standingAt(context, stored, at)
  const { advanced, now } = standing
  passFailPoint('C2')
  if (advanced.failure !== null) return goBack(context, stored, standing, advanced.failure)
  const released = await release(context, stored, standing)
  const after = released?.rollout ?? advanced.rollout
  const dueAt = advanced.due === null || released ? null : new Date(advanced.due)
  await keepRollout(context, stored, after, {
    now,
    actor: BERTH,
    reason: null,
    facts: {
      ...(released && { change: released.change }),
      ...(released && released.needs.length > 0 && { needs: released.needs }),
      ...healthIn(after),
      ...closedIn(after, standing.facts),
      waiting: advanced.waiting,
    },
    dueAt,
    waiting: released ? NOT_IN_GIT : keptWaiting(advanced.waiting),
  })
  await keepAsked(context, after, standing.facts, now)
  recordPause(context, stored.rollout, after, standing.facts)
  if (after.state === 'completed') await wakeRolloutsOf(context.scope, [after.application])
  return { isStep: after !== stored.rollout, change: released?.change ?? null }
}

/** What was just released waits for Git. */
const NOT_IN_GIT = [{ code: 'not_published', until: null, text: 'Not in Git yet.' }] as const

type Released = {
  readonly rollout: Rollout
  readonly change: number
  /** What its application needs, as it was known of the clusters that were released. */
  readonly needs: readonly EvidenceJson[]
}

/** Releases the wave whose turn it is, as a change of whoever started the rollout; null: it is none’s. */
async function release(
  context: EditContext,
  { row, rollout: before }: StoredRollout,
  standing: Standing,
): Promise<Released | null> {
  const { facts, evidence } = standing
  const { rollout, release: index } = standing.advanced
  if (index === null) return null
  const members = readyOf(rollout, index, facts)
  const from = sourceOfRollout(row)
  const outcome = await submitDrafts(
    { ...context, actor: starterOf(row) },
    {
      action: 'rollouts.wave',
      drafts: [],
      options: PLAIN_WRITE,
      ownReason: reasonOf(row, before.waves[index]!.name),
      releases: (fleet) => releasesOfWave(fleet, rollout, index, members, from),
      touches: [{ kind: 'application', id: rollout.application }],
      rollout: { id: rollout.id, wave: index + 1 },
      overrides: await passedOver(context, standing, index),
      isCarriedOut: true,
    },
  )
  passFailPoint('C3')
  if (outcome.kind !== 'kept' || outcome.change === null) throw new Error('a wave changed nothing')
  const { change } = outcome
  const after = { wave: index + 1, name: rollout.waves[index]!.name, clusters: countBits(members) }
  context.audit({ action: 'rollouts.wave', object: nameOfRollout(rollout.id), after, change })
  const { dependsOn = [] } = (await context.fleet()).applications.slots[rollout.application] ?? {}
  const needs = evidenceJson(dependsOn, evidence, members)
  return { rollout: withReleased(rollout, index, change, members), change, needs }
}

/** Who gets the credit for what the rollout does, and no rights: they were asked for when it started. */
function starterOf({
  actorKind: kind,
  actorId: id,
  actorName: name,
  actorEmail: email,
}: StoredRollout['row']): Actor {
  return { ...BERTH, kind, id, name, email }
}

function reasonOf({ id, version, versionName, environment }: StoredRollout['row'], wave: string) {
  const what = versionName ?? (version === null ? 'what was there before' : `version ${version}`)
  return `Rollout ${id} of ${what} to ${environment}: wave ${wave}`
}

/** Rolls back what failed, where its wave says so. Nobody has to confirm what everybody could read before it started. */
async function goBack(
  context: EditContext,
  stored: StoredRollout,
  { advanced: { rollout }, facts, now }: Standing,
  cause: FailureCause,
): Promise<StepOutcome> {
  const told = { cause, ...healthIn(rollout), checks: checksOf(rollout, facts) }
  const { id, wave: index, waves } = rollout
  const { outcome, keeps } = await takeBack(context, rollout, {
    options: PLAIN_WRITE,
    ownReason: `Rollout ${id} is taken back: wave ${waves[index]!.name} failed (${WORDS[cause]})`,
    isCarriedOut: true,
  })
  passFailPoint('C3')
  if (outcome.kind !== 'kept') throw new Error('a roll back was only shown')
  const { change } = outcome
  const after = failed(rollout, now.getTime())
  const kept = { now, actor: BERTH, reason: null, facts: { ...told, change, keeps }, dueAt: null }
  await keepRollout(context, stored, after, kept)
  const states = { before: stateOf(stored.rollout), after: { ...stateOf(after), ...told, keeps } }
  context.audit({ action: 'rollouts.rollback', object: nameOfRollout(id), ...states, change })
  return { isStep: true, change }
}

const WORDS: Readonly<Record<FailureCause, string>> = {
  failing: 'too many clusters are failing',
  check: 'a check failed',
  deadline: 'its deadline is over',
}

/** How the clusters of the wave under way are, where that was counted. */
function healthIn({ wave, waves }: Rollout) {
  const { health } = waves[wave]!
  return health && { health }
}

/** What programs last said of the wave under way. */
function checksOf({ wave: index }: Rollout, { checks }: Standing['facts']) {
  return checks
    .filter(({ wave }) => wave === index)
    .map(({ name, state }): { readonly name: string; readonly state: string } => ({ name, state }))
}

/** The pull requests that it was paused for. */
function closedIn({ cause }: Rollout, { awaited }: Standing['facts']) {
  if (cause !== 'pull_request_closed') return null
  const closed = awaited.filter(({ isClosed }) => isClosed)
  return {
    pull_requests: closed.map(({ branch, number, url, closedBy }) => ({
      branch,
      number,
      url,
      closed_by: closedBy,
    })),
  }
}

function recordPause(
  { audit }: EditContext,
  before: Rollout,
  after: Rollout,
  facts: Standing['facts'],
): void {
  if (after.state !== 'paused' || before.state === 'paused') return
  const object = nameOfRollout(after.id)
  const now = { ...stateOf(after), ...healthIn(after), ...closedIn(after, facts) }
  audit({ action: 'rollouts.pause', object, before: stateOf(before), after: now })
}

function stateOf({ state, cause }: Rollout) {
  return { state, cause }
}

async function endWithApplication(
  context: EditContext,
  stored: StoredRollout,
  now: Date,
): Promise<StepOutcome> {
  const after = ended(stored.rollout, 'aborted', now.getTime())
  const reason = 'The application is gone'
  await keepRollout(context, stored, after, { now, actor: BERTH, reason, dueAt: null })
  const object = nameOfRollout(after.id)
  context.audit({ action: 'rollouts.abort', object, after: { reason } })
  return { isStep: true, change: null }
}
