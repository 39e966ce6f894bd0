// What was decided for each application of policies that place only on chosen clusters.
import { type Bits, intersect, isSameSet, NO_BITS } from '#lib/domain/sets/bits.ts'
import type { DecisionEdit, Decisions, Edit, FleetState } from './fleet-state.ts'
import { slotsWith } from './shelf.ts'

/** The clusters that were chosen, some of which may be no candidates; null: nothing was decided. */
export function decisionOf(
  { decisions }: Pick<FleetState, 'decisions'>,
  policyId: number,
  applicationId: number,
): Bits | null {
  return decisions[policyId]?.get(applicationId) ?? null
}

/** Whether two decisions choose the same clusters, or are both none. */
export function isSameDecision(one: Bits | null, other: Bits | null): boolean {
  return one === other || (one !== null && other !== null && isSameSet(one, other))
}

/** The placements of a policy that places on chosen clusters alone, whoever gives them besides, by the ids of applications. */
export function placementsDecidedBy(
  { decisions, placements }: Pick<FleetState, 'decisions' | 'placements'>,
  policyId: number,
): ReadonlyMap<number, Bits> {
  const decided = [...(decisions[policyId] ?? [])]
  return new Map(
    decided.map(([id, clusters]) => [id, intersect(clusters, placements[id] ?? NO_BITS)]),
  )
}

/** The last edit of a decision counts. The same value when there is none. */
export function decisionsAfter(decisions: Decisions, edits: readonly Edit[]): Decisions {
  const edited = edits.filter((edit): edit is DecisionEdit => edit.kind === 'decision')
  if (edited.length === 0) return decisions
  const byPolicy = [...Map.groupBy(edited, ({ policy }) => policy)]
  return slotsWith(
    decisions,
    byPolicy.map(([policy, edits]) => [policy, decidedAfter(decisions[policy], edits)] as const),
  )
}

function decidedAfter(
  decided: ReadonlyMap<number, Bits> | undefined,
  edits: readonly DecisionEdit[],
): ReadonlyMap<number, Bits> | undefined {
  const after = new Map(decided)
  for (const edit of edits) {
    if (edit.after === null) after.delete(edit.application)
    else after.set(edit.application, edit.after)
  }
  return after.size === 0 ? undefined : after
}

type Redecided = { readonly application: number; readonly sets: readonly Bits[] }

/** The decisions that differ between two fleets, with the clusters of both. */
export function redecided(before: Decisions, after: Decisions): readonly Redecided[] {
  if (before === after) return []
  const policies = Array.from({ length: Math.max(before.length, after.length) }, (_, id) => id)
  return policies.flatMap((policy) => {
    const [was, is] = [before[policy], after[policy]]
    if (was === is) return []
    const applications = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])
    return [...applications].flatMap((application): Redecided[] => {
      const sets = [was?.get(application) ?? NO_BITS, is?.get(application) ?? NO_BITS]
      return sets[0] === sets[1] ? [] : [{ application, sets }]
    })
  })
}
