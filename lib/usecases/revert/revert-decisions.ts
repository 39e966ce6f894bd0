// Takes back a change that decided for a policy and edited nothing: its applications are where they were before, until its
// scheduler decides again.
import { type ChangedDecision, readChangedDecisions } from '#db/queries/decisions.ts'
import { decisionOf, isSameDecision } from '#lib/domain/fleet/fleet-decisions.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { submitDrafts, type WriteOutcome } from '../changes/submit.ts'
import { nameOfDecision } from '../decisions/find.ts'
import type { EditContext } from '../define.ts'
import { Refusal } from '../refusal.ts'
import { decisionsBefore } from './returned-decisions.ts'
import { REVERT, type RevertRequest } from './revert-request.ts'

/** All of it or nothing: refused where anybody decided since. */
export async function revertDecisions(
  context: EditContext,
  { change, options }: RevertRequest,
): Promise<WriteOutcome> {
  const changed = await readChangedDecisions(context.scope, change)
  if (changed.length === 0) {
    const what = `Change #${change} edited no object and decided nothing that could be as before.`
    throw new Refusal('conflict', what, { code: 'revert_nothing' })
  }
  const fleet = await context.fleet()
  const policies = changed.map((decision) => decidedPolicy(fleet, decision))
  for (const { team, scheduler } of policies) {
    context.authorize('write', { kind: 'decision', team, scheduler })
  }
  const outcome = await submitDrafts(context, {
    action: REVERT,
    drafts: [],
    options,
    ownReason: `Takes change #${change} back`,
    reverts: change,
    decisions: (after) => decisionsBefore(after, changed),
  })
  if (outcome.kind === 'kept' && outcome.change !== null) {
    for (const [name, of] of Map.groupBy(policies, (policy) => policy.name)) {
      const after = { scheduler: of[0]!.scheduler, applications: of.length }
      context.audit({ object: nameOfDecision(name), after, change: outcome.change })
    }
  }
  return outcome
}

/** The policy of a decision that is still as it was made. */
function decidedPolicy(fleet: Fleet, { policy: id, application, became }: ChangedDecision) {
  const policy = fleet.rules[id]?.policy
  if (policy && policy.scheduler === null) {
    const what = `No scheduler decides for ${policy.name} any more. Edit the policy.`
    throw new Refusal('conflict', what, { code: 'revert_conflict' })
  }
  if (policy && isSameDecision(decisionOf(fleet, id, application), became)) return policy
  const since = policy
    ? `For ${policy.name} something else was decided since`
    : 'Its policy is gone'
  const what = `${since}. Take that back first, or have the scheduler decide again.`
  throw new Refusal('conflict', what, { code: 'revert_conflict' })
}
