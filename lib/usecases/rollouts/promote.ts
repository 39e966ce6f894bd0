// The start of a rollout by itself, where an environment takes the newest version.
import { type AutoCandidate, isCandidateDue, settleCandidate } from '#db/queries/auto-candidates.ts'
import { readRolloutInstant } from '#db/queries/rollout-instants.ts'
import { findVersion } from '#db/queries/versions.ts'
import type { Identified } from '#lib/domain/fleet/shelf.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { versionRefOf } from '#lib/domain/objects/version.ts'
import { promotionOf } from '#lib/domain/rollouts/promotion.ts'
import { passFailPoint } from '#lib/runtime/fail-point.ts'
import { defineOwnEdit, type EditContext } from '../define.ts'
import { askedIn } from './environment.ts'
import { readRoads } from './roads.ts'
import { sourceOfVersion, startByItself } from './start.ts'

export type PromotionOutcome = {
  /** The rollout that was started; null: none was. */
  readonly rollout: number | null
}

/** Starts what may start by now. Does nothing if another process, or a person, was first. */
export const promoteVersion = defineOwnEdit<AutoCandidate, PromotionOutcome>(
  async (context, candidate) => {
    passFailPoint('C1')
    const { scope } = context
    // Nothing is saved until an admin decides between Git and the database.
    if ((await context.state()).gitStop !== null) return { rollout: null }
    if (!(await isCandidateDue(scope, candidate))) return { rollout: null }
    const object = (await context.fleet()).applications.slots[candidate.applicationId]
    if (object?.follow !== 'versions') {
      await settleCandidate(scope, candidate, null)
      return { rollout: null }
    }
    return promote(context, candidate, { id: candidate.applicationId, object })
  },
)

async function promote(
  context: EditContext,
  candidate: AutoCandidate,
  application: Identified<Application>,
): Promise<PromotionOutcome> {
  const { scope } = context
  const [road] = await readRoads(context, application, [candidate.environment])
  const now = (await readRolloutInstant(scope, null)).getTime()
  const promotion = promotionOf(road!, now)
  passFailPoint('C2')
  // The end of a rollout has it looked at again.
  if (promotion === null || promotion.isAfterRollout) {
    await settleCandidate(scope, candidate, null)
    return { rollout: null }
  }
  if (promotion.at > now) {
    await settleCandidate(scope, candidate, new Date(promotion.at))
    return { rollout: null }
  }
  const rollout = await startVersion(context, candidate.environment, application, promotion.version)
  await settleCandidate(scope, candidate, null)
  passFailPoint('C3')
  return { rollout }
}

async function startVersion(
  context: EditContext,
  environment: string,
  application: Identified<Application>,
  number: number,
): Promise<number> {
  const ref = versionRefOf(String(number))
  const named = (await findVersion(context.scope, application.id, ref))!
  const rules = askedIn(await context.fleet(), environment).waves
  const from = sourceOfVersion(named, environment)
  const wanted = { application, environment, version: number, named, ...from, rules }
  return startByItself(context, wanted, `Environment ${environment} takes the newest version.`)
}
