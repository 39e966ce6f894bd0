// What a save must confirm or say because of what it does: what holds for everybody, and what the tenant's guard rules add.
import { countBits } from '#lib/domain/sets/bits.ts'
import { countUnconfirmedRemovals } from '#db/queries/changes.ts'
import type { TenantState } from '#db/queries/tenants.ts'
import {
  demandsByRule,
  demandSentence,
  type GuardDemand,
  strictestDemands,
} from '#lib/domain/impact/guard-demands.ts'
import {
  changesNeedConfirmation,
  removalsNeedConfirmation,
  UNCONFIRMED_REMOVALS_WINDOW_MS,
} from '#lib/domain/impact/guard.ts'
import type { Impact } from '#lib/domain/impact/impact.ts'
import { kinds } from '#lib/domain/objects/kinds.ts'
import type { Context } from '../define.ts'
import { inSlices } from '../in-slices.ts'

export type Guard = {
  /** The number with which a save must be confirmed; null: none. */
  readonly confirmRemovals: number | null
  readonly confirmChanges: number | null
  /** Whether a save needs somebody's reason. */
  readonly reasonRequired: boolean
  /** What guard rules ask for; of those that ask for the same, the strictest. */
  readonly guards: readonly (GuardDemand & { readonly message: string })[]
}

export async function guardOf(
  { scope, payer }: Context,
  impact: Impact,
  { placementsTotal: total }: TenantState,
): Promise<Guard> {
  const { removed, changed: placementsChanged } = impact.counts.placements
  const changed = placementsChanged + countBits(impact.retyped)
  const minutes = UNCONFIRMED_REMOVALS_WINDOW_MS / 60_000
  const recentUnconfirmed =
    removed === 0 ? 0 : await countUnconfirmedRemovals(scope, payer, minutes)
  const demands = await ruleDemands(impact, recentUnconfirmed)
  const isAsked = (asked: GuardDemand['asks']) => demands.some(({ asks }) => asks === asked)
  const mustConfirmRemovals =
    removalsNeedConfirmation({ removed, total, recentUnconfirmed }) || isAsked('removals')
  const mustConfirmChanges = changesNeedConfirmation(changed) || isAsked('changes')
  return {
    confirmRemovals: mustConfirmRemovals ? removed : null,
    confirmChanges: mustConfirmChanges ? changed : null,
    reasonRequired: isAsked('reason'),
    guards: demands.map((demand) => ({
      ...demand,
      message: demandSentence(demand, recentUnconfirmed),
    })),
  }
}

/** By the rules as they were before the edit: one that deletes or weakens a rule is held to it. */
async function ruleDemands(
  impact: Impact,
  recentUnconfirmed: number,
): Promise<readonly GuardDemand[]> {
  const { ordered, slots } = impact.before[kinds['guard-rule'].words]
  const rules = ordered.map((id) => slots[id]!)
  const demands: GuardDemand[] = []
  for await (const ofRule of inSlices(demandsByRule(impact, rules, recentUnconfirmed))) {
    demands.push(...ofRule)
  }
  return strictestDemands(demands)
}
