// Takes a rollout back: one that is under way by a change, which gives each of its clusters what it had; one that is completed
// by another rollout, of what there was before.
import { readReleasesBefore } from '#db/queries/releases.ts'
import { readRolloutInstant } from '#db/queries/rollout-instants.ts'
import { findLastCompleted, findUnfinished } from '#db/queries/rollouts.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { findVersion } from '#db/queries/versions.ts'
import { versionRefOf } from '#lib/domain/objects/version.ts'
import { type Release, wholeAmong } from '#lib/domain/releases/release.ts'
import { ended, isOver } from '#lib/domain/rollouts/steps.ts'
import { recallOutcome, remembered } from '../changes/idempotency.ts'
import type { WriteOutcome } from '../changes/submit.ts'
import { defineEdit, type EditContext } from '../define.ts'
import { Refusal } from '../refusal.ts'
import { type ActInput, isOverAlready, keepAct, requireSeen } from './act.ts'
import { askedIn } from './environment.ts'
import { loadRollout, rolloutSubject } from './find.ts'
import { answerOf } from './read.ts'
import type { RolloutAnswer } from './represent.ts'
import { type StartOutcome, startPlanned } from './start.ts'
import type { StoredRollout } from './stored.ts'
import { recordPassed, requireDeployer } from './stops.ts'
import { takeBack } from './take-back.ts'

export type RollbackOutcome =
  | StartOutcome
  | Extract<WriteOutcome, { kind: 'impact' }>
  | ({ readonly kind: 'rolled_back'; readonly change: number | null } & RolloutAnswer)

export const rollBackRolloutUseCase = defineEdit<
  ActInput,
  RollbackOutcome,
  ActInput,
  StoredRollout
>({
  name: 'rollouts.rollback',
  subject: rolloutSubject,
  recall: (context, input) => recallOutcome<RollbackOutcome>(context, input),
  load: loadRollout,
  isDryRun: ({ options }) => options.dryRun,
  run: async (context, input, stored) => {
    if (!input.options.dryRun) requireSeen(stored.row, input)
    return isOver(stored.rollout)
      ? startBack(context, input, stored)
      : goBack(context, input, stored)
  },
})

async function goBack(
  context: EditContext,
  { options }: ActInput,
  stored: StoredRollout,
): Promise<RollbackOutcome> {
  const { rollout } = stored
  const fleet = await context.fleet()
  const passed = options.dryRun
    ? []
    : requireDeployer(fleet, rollout.environment, context.actor, options)
  // What is remembered is the rollout’s own outcome.
  const written = { ...options, idempotency: null }
  const { outcome, keeps } = await takeBack(context, rollout, { options: written })
  if (outcome.kind === 'impact') return outcome
  const now = await readRolloutInstant(context.scope, rollout.id)
  const after = ended(rollout, 'rolled_back', now.getTime())
  const { change } = outcome
  const { reason } = options
  recordPassed(context, rollout.id, passed, reason)
  const facts = { change, keeps }
  const kept = await keepAct(context, stored, after, { now, reason, dueAt: null, facts }, change)
  const answer = await answerOf(context, kept)
  return remembered(context, options, { kind: 'rolled_back' as const, change, ...answer })
}

/** Only the newest that was completed can be taken back: what came after an older one was wanted since. */
async function startBack(
  context: EditContext,
  { options }: ActInput,
  { row, rollout }: StoredRollout,
): Promise<StartOutcome> {
  const { scope } = context
  const { application: id, environment } = rollout
  const refusal = await whyNotBack(scope, { row, rollout })
  if (refusal !== null) throw refusal
  const fleet = await context.fleet()
  if (!options.dryRun) requireDeployer(fleet, environment, context.actor, options)
  const object = fleet.applications.slots[id]
  const before = wholeAmong(await heldBefore(scope, rollout))
  if (object === undefined || before === null) throw nothingBefore()
  const { version, source, targets } = before
  const named =
    version === null ? null : await findVersion(scope, id, versionRefOf(String(version)))
  // Going back is for everything at once.
  const rules = askedIn(fleet, environment).waves.slice(-1)
  const wanted = { application: { id, object }, environment, version, named, rules }
  return startPlanned(
    context,
    { ...wanted, source, targets, origin: 'rollback', rollsBack: row.id },
    { supersede: false, diff: null, options },
  )
}

/** Why a rollout that is over can't be taken back, whoever asks; null: it can, if there was anything before. */
export async function whyNotBack(
  scope: TenantScope,
  { row, rollout }: StoredRollout,
): Promise<Refusal | null> {
  const { application: id, environment } = rollout
  if (rollout.state !== 'completed') return isOverAlready(rollout)
  if (rollout.origin === 'rollback') return isForward(rollout.id)
  if (row.rolledBackBy !== null) return isTakenBack(rollout.id, row.rolledBackBy)
  const last = await findLastCompleted(scope, id, environment)
  if (last !== null && last.id !== rollout.id) return isOlder(rollout.id, last.id)
  const running = await findUnfinished(scope, id, environment)
  if (running === null) return null
  const what = `Rollout ${running.id} of the application is under way there: end it, or roll that back.`
  return new Refusal('conflict', what, { code: 'rollout_running' })
}

function isTakenBack(id: number, by: number): Refusal {
  const reason = `Rollout ${by} takes rollout ${id} back.`
  return new Refusal('conflict', reason, { code: 'rollout_over' })
}

function isOlder(id: number, newest: number): Refusal {
  const reason = `Rollout ${newest} came after rollout ${id}: only the newest completed one is rolled back.`
  return new Refusal('conflict', reason, { code: 'rollout_over' })
}

/** Why there is nothing to go back to; null: there is. */
export async function whyNothingBefore(
  scope: TenantScope,
  rollout: StoredRollout['rollout'],
): Promise<Refusal | null> {
  return wholeAmong(await heldBefore(scope, rollout)) === null ? nothingBefore() : null
}

/** What there was when its last wave was released. */
async function heldBefore(
  scope: TenantScope,
  rollout: StoredRollout['rollout'],
): Promise<readonly Release[]> {
  const { change } = rollout.waves.at(-1)!
  return change === null ? [] : readReleasesBefore(scope, change, rollout)
}

/** What one that goes back ended was taken back by somebody: it comes again only through the gates. */
function isForward(id: number): Refusal {
  const reason = `Rollout ${id} took another one back: roll the version out again instead.`
  return new Refusal('conflict', reason, { code: 'rollout_over' })
}

function nothingBefore(): Refusal {
  const reason = 'There was nothing before for all of the environment: roll out another version.'
  return new Refusal('conflict', reason, { code: 'nothing_before' })
}
