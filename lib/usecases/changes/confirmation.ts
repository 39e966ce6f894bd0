// The guard before a save: the impact must still be what the person saw, and a large one needs the exact numbers.
import type { GuardDemand } from '#lib/domain/impact/guard-demands.ts'
import { isOverrideReason, OVERRIDE_NEEDS } from '#lib/domain/text/reason.ts'
import { Refusal } from '../refusal.ts'
import type { Cautions, ImpactDocument } from './impact-document.ts'
import type { WriteOptions } from './write-options.ts'

/**
 * Refuses a save that lacks a reason, that something stops, whose impact isn't the expected one, or whose removals or changes
 * aren't confirmed, in this order. `removals` says in words what is removed.
 */
export function requireConfirmation(
  impact: ImpactDocument,
  options: WriteOptions,
  removals = `${impact.placements.removed} placements`,
): void {
  requireReason(impact, options)
  requireUnstopped(impact, options)
  if (options.expectedImpact !== null && options.expectedImpact !== impact.digest) {
    throw new Refusal('impact_changed', 'The impact is no longer the one that you saw.', {
      members: { impact },
    })
  }
  requireNumbers(impact, options, removals)
}

type Confirmed = Pick<WriteOptions, 'confirmRemovals' | 'confirmChanges'>

/** Whether it may be saved as far as numbers are asked for. */
export function hasNumbers(asked: Cautions, confirmed: Confirmed): boolean {
  return (['confirmRemovals', 'confirmChanges'] as const).every(
    (which) => asked[which] === null || asked[which] === confirmed[which],
  )
}

/** Whether it may be saved as far as guard rules ask for a reason. */
export function hasReason(asked: Cautions, { reason }: Pick<WriteOptions, 'reason'>): boolean {
  return !asked.reasonRequired || reason !== null
}

/** Refuses what removes or changes more than was confirmed. */
export function requireNumbers(
  impact: ImpactDocument,
  options: Confirmed,
  removals = `${impact.placements.removed} placements`,
): void {
  const members = { impact }
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
}

/** Refuses what lacks a reason. */
export function requireReason(impact: ImpactDocument, { override, reason }: WriteOptions): void {
  const needed = { code: 'reason_required', members: { impact } }
  if (!hasReason(impact, { reason })) {
    const why = `${whyAsked(impact, 'reason')}Give one in the header Berth-Reason.`
    throw new Refusal('invalid', why, needed)
  }
  if (!override || impact.stops === undefined || isOverrideReason(reason ?? '')) return
  throw new Refusal('invalid', `${OVERRIDE_NEEDS} Give it in the header Berth-Reason.`, needed)
}

function requireUnstopped(impact: ImpactDocument, { override }: WriteOptions): void {
  const { stops = [] } = impact
  const stop = override ? stops.find(({ mayOverride }) => !mayOverride) : stops[0]
  if (!stop) return
  const kind = stop.code === 'environment_protected' ? 'forbidden' : 'conflict'
  throw new Refusal(kind, `${stop.message} ${stop.whoMay}`, {
    code: stop.code,
    members: { impact, stop },
  })
}

/** The sentence of the guard rule that asks; empty: none does. */
function whyAsked({ guards }: ImpactDocument, asked: GuardDemand['asks']): string {
  const guard = guards.find(({ asks }) => asks === asked)
  return guard ? `${guard.message} ` : ''
}
