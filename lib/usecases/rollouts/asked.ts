// Keeps whose approval a rollout waits for, so that those who are asked find it without a look at every rollout.
import { type AskedGroup, readAsked, replaceAsked } from '#db/queries/asked-approvals.ts'
import { type AskedApproval, askedApproval } from '#lib/domain/rollouts/asked.ts'
import type { Facts, Rollout } from '#lib/domain/rollouts/rollout.ts'
import type { EditContext } from '../define.ts'
import { announce } from '../live/announce.ts'

/** The facts are those of the instant. */
export async function keepAsked(
  context: EditContext,
  rollout: Rollout,
  facts: Facts,
  now: Date,
): Promise<void> {
  if (rollout.waves.every(({ rule }) => rule.before.approvals === null)) return
  const known = await readAsked(context.scope, rollout.id)
  const before = known.toSorted((a, b) => (a.group < b.group ? -1 : 1))
  const asked = askedApproval(rollout, facts, now.getTime())
  const after = asked === null ? [] : groupsOf(asked, before, now)
  if (JSON.stringify(after) === JSON.stringify(before)) return
  await replaceAsked(context.scope, rollout.id, after)
  announce(context, 'rollouts', rollout.id)
}

/** A wave is asked about since it first was. */
function groupsOf(
  { wave: index, clusters, groups, unasked }: AskedApproval,
  [known]: readonly AskedGroup[],
  now: Date,
): readonly AskedGroup[] {
  const wave = index + 1
  const since = known?.wave === wave ? known.since : now
  return groups.map((group) => ({ group, wave, clusters, since, unasked: [...unasked] }))
}
