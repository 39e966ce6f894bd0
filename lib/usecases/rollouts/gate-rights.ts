// What a person may say at the gates of a rollout, so that its page offers nothing that is then refused.
import { groupName } from '#lib/domain/access/group-name.ts'
import { can } from '#lib/domain/access/permissions.ts'
import type { ApprovalRule } from '#lib/domain/objects/environment/wave-rule.ts'
import { isOver } from '#lib/domain/rollouts/steps.ts'
import { readDirectory } from '../access/directory.ts'
import { overriderWords, readNaming } from '../access/overriders.ts'
import { type Context, defineRead } from '../define.ts'
import { namedGroup } from './approve.ts'
import { loadRollout, type RolloutRef } from './find.ts'
import { whyNothingBefore, whyNotBack } from './rollback.ts'
import { deployerStop, mayPassGates } from './stops.ts'
import type { StoredRollout } from './stored.ts'

export type GateRights = {
  /** Of each wave that asks for approvals, or may ask for one because no cluster says how it is; null: it asks for none. */
  readonly approvals: readonly (ApprovalRights | null)[]
  readonly mayOverride: boolean
  /** Who may pass what it waits for, for those who may not. */
  readonly overriders: string
  /** Why this person may not let it go on, end it or roll it back, where the environment names deployers; null: they may. */
  readonly refusal: string | null
  /** Why nobody can roll it back by now; null: it can be. */
  readonly notBack: string | null
}

type ApprovalRights = {
  /** The groups whose members are asked; empty: whoever may start a rollout there. */
  readonly groups: readonly string[]
  /** Why this person may not answer; null: they may. */
  readonly refusal: string | null
}

export const readGateRightsUseCase = defineRead<RolloutRef, GateRights, RolloutRef, StoredRollout>({
  name: 'rollouts.gate-rights',
  load: loadRollout,
  run: async (context, _, { row, rollout }) => {
    const { services, scope, tenant, actor } = context
    const directory = await readDirectory(services, scope, tenant.name)
    const fleet = await context.fleet()
    const stop = deployerStop(fleet, rollout.environment, actor)
    return {
      approvals: rollout.waves.map(({ state, rule: { before, after } }) => {
        if (state === 'published' && after.health?.unobserved === 'approve') {
          const mayStart = can(actor, 'write', { kind: 'rollout', team: row.team })
          const refusal = mayStart
            ? (stop?.message ?? null)
            : 'Only who may start it may approve it.'
          return { groups: [], refusal }
        }
        if (before.approvals === null) return null
        const groups = before.approvals.groups.map(({ id }) => groupName(directory, id))
        const refusal = whyNoAnswer(context, rollout.startedBy, before.approvals, groups)
        return { groups, refusal }
      }),
      mayOverride: mayPassGates(fleet, rollout.environment, actor),
      overriders: overriderWords(fleet, [rollout.environment], await readNaming(context)),
      refusal: stop === null || stop.mayOverride ? null : stop.message,
      notBack: await whyNobodyGoesBack(context, { row, rollout }),
    }
  },
})

async function whyNobodyGoesBack(
  { scope }: Context,
  stored: StoredRollout,
): Promise<string | null> {
  if (!isOver(stored.rollout)) return null
  const refusal =
    (await whyNotBack(scope, stored)) ?? (await whyNothingBefore(scope, stored.rollout))
  return refusal && refusal.message
}

function whyNoAnswer(
  { actor, payer }: Context,
  startedBy: string,
  rule: ApprovalRule,
  groups: readonly string[],
): string | null {
  if (namedGroup(actor, rule) === null) {
    const named = `Group ${groups.join(' or ')}`
    return `Only people whom the wave names may approve it. ${named} would allow it.`
  }
  return payer === startedBy && !rule.self ? 'Somebody else has to approve what you started.' : null
}
