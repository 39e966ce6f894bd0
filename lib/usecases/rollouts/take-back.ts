// The change that takes back a rollout which is under way: each of its clusters gets what it had.
import { readReleasesBefore } from '#db/queries/releases.ts'
import type { Release } from '#lib/domain/releases/release.ts'
import { holdingIn } from '#lib/domain/rollouts/members.ts'
import type { Rollout } from '#lib/domain/rollouts/rollout.ts'
import { type GoingBack, releasesBefore } from '#lib/domain/rollouts/wave-releases.ts'
import { countBits } from '#lib/domain/sets/bits.ts'
import { counted } from '#lib/domain/text/counted.ts'
import type { Submission } from '../changes/submission.ts'
import { submitDrafts, type WriteOutcome } from '../changes/submit.ts'
import type { EditContext } from '../define.ts'
import { holdWarnings } from './hold-warnings.ts'

export type TakenBack = {
  readonly outcome: WriteOutcome
  /** How many clusters keep the version, because they had none before. */
  readonly keeps: number
}

export async function takeBack(
  context: EditContext,
  rollout: Rollout,
  how: Pick<Submission, 'options' | 'ownReason' | 'isCarriedOut'>,
): Promise<TakenBack> {
  const fleet = await context.fleet()
  const before = releasesBefore(fleet, rollout, await heldBeforeLastWave(context, rollout))
  const holding = holdingIn(fleet, rollout.application, rollout.environment)
  const outcome = await submitDrafts(context, {
    ...how,
    action: 'rollouts.rollback',
    drafts: [],
    releases: () => before,
    touches: [{ kind: 'application', id: rollout.application }],
    rollout: { id: rollout.id, wave: null },
    warnings: [...warningsOf(before), ...holdWarnings(holding)],
  })
  return { outcome, keeps: countBits(before.keeps) }
}

/** What was there besides the rollout's own until its last wave was released; empty: it wasn't. */
async function heldBeforeLastWave(
  { scope }: EditContext,
  rollout: Rollout,
): Promise<readonly Release[]> {
  const { change } = rollout.waves.at(-1)!
  if (change === null) return []
  const releases = await readReleasesBefore(scope, change, rollout)
  return releases.filter((release) => release.rollout !== rollout.id)
}

function warningsOf({ keeps }: GoingBack) {
  const count = countBits(keeps)
  if (count === 0) return []
  const message = `${counted(count, 'cluster')} had nothing before, and ${count === 1 ? 'keeps' : 'keep'} the version.`
  return [{ code: 'nothing_before', message }]
}
