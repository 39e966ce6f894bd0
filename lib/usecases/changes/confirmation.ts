// The guard before a save: the impact must still be what the person saw, and a large one needs the exact numbers.
import type { GuardDemand } from '#lib/domain/impact/guard-demands.ts'
import { Refusal } from '../refusal.ts'
import type { ImpactDocument } from './impact-document.ts'
import type { WriteOptions } from './write-options.ts'

/**
 * Refuses a save whose impact isn't the expected one, whose removals or changes aren't confirmed, or that lacks a reason which
 * a guard rule asks for, in this order. `removals` says in words what is removed.
 */
export function requireConfirmation(
  impact: ImpactDocument,
  options: WriteOptions,
  removals = `${impact.placements.removed} placements`,
): void {
  const members = { impact }
  if (options.expectedImpact !== null && options.expectedImpact !== impact.digest) {
    throw new Refusal('impact_changed', 'The impact is no longer the one that you saw.', {
      members,
    })
  }
  if (impact.confirmRemovals !== null && options.confirmRemovals !== impact.confirmRemovals) {
    throw new Refusal(
      'removals_need_confirmation',
      `This removes ${removals}. ${whyAsked(impact, 'removals')}To confirm it, add ?confirmRemovals=${impact.confirmRemovals}.`,
      { members },
    )
  }
  if (impact.confirmChanges !== null && options.confirmChanges !== impact.confirmChanges) {
    throw new Refusal(
      'changes_need_confirmation',
      `This changes ${impact.placements.changed} placements. ${whyAsked(impact, 'changes')}To confirm it, add ?confirmChanges=${impact.confirmChanges}.`,
      { members },
    )
  }
  if (impact.reasonRequired && options.reason === null) {
    throw new Refusal(
      'conflict',
      `${whyAsked(impact, 'reason')}Give one in the header Berth-Reason.`,
      {
        code: 'reason_required',
        members,
      },
    )
  }
}

/** The sentence of the guard rule that asks; empty: none does. */
function whyAsked({ guards }: ImpactDocument, asked: GuardDemand['asks']): string {
  const guard = guards.find(({ asks }) => asks === asked)
  return guard ? `${guard.message} ` : ''
}
