// Warnings about policies that place only on chosen clusters: where fewer may be chosen than are wanted, where nobody chose yet, and
// where what is chosen is placed by others already.
import { decisionOf } from '#lib/domain/fleet/fleet-decisions.ts'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { candidatesOf } from '#lib/domain/fleet/reaching.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { isActive, type Rule } from '#lib/domain/fleet/rules.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import { countBits, idsIn, intersect, NO_BITS, subtract } from '#lib/domain/sets/bits.ts'
import { counted } from '#lib/domain/text/counted.ts'
import type { Impact } from './impact.ts'

/** Of the policies that are edited, and those of which an edit changes a decision: `few_candidates`, `not_decided`, `placed_already`. */
export function decisionWarnings(
  { before, after }: Pick<Impact, 'before' | 'after'>,
  edits: readonly Edit[],
): Warning[] {
  const policies = edits.flatMap((edit) => {
    if (edit.kind === 'target-policy') return [edit.id]
    return edit.kind === 'decision' ? [edit.policy] : []
  })
  return [...new Set(policies)].flatMap((id) => {
    const rule = after.rules[id]
    if (rule === undefined || !isActive(rule.policy)) return []
    const already = before.rules[id] === rule ? placedAlready(before, after, rule, edits) : []
    return [...fewCandidates(after, rule), ...notDecided(after, rule), ...already]
  })
}

/** Of what a decision adds: it moves nothing, and whoever looks at the decision wonders why. The policy itself is as it was. */
function placedAlready(before: Fleet, after: Fleet, { id, policy }: Rule, edits: readonly Edit[]) {
  const pairs = edits.reduce((sum, edit) => {
    if (edit.kind !== 'decision' || edit.policy !== id || edit.after === null) return sum
    const { application } = edit
    const chosen = subtract(edit.after, decisionOf(before, id, application) ?? NO_BITS)
    const placed = intersect(placementsOf(before, application), placementsOf(after, application))
    return sum + countBits(intersect(chosen, placed))
  }, 0)
  if (pairs === 0) return []
  const what = `${counted(pairs, 'placement')} that ${pairs === 1 ? 'is' : 'are'} chosen for ${policy.name}`
  const message = `Other policies give ${what} already, so nothing moves there.`
  return [{ code: 'placed_already', message }]
}

/** Says how many, whoever’s applications they are. */
function fewCandidates(fleet: Fleet, rule: Rule): Warning[] {
  const { name, pick } = rule.policy
  if (pick === null || !('count' in pick.count)) return []
  const { count } = pick.count
  const few = idsIn(rule.applications).filter(
    (id) => countBits(candidatesOf(fleet, rule, id)) < count,
  ).length
  if (few === 0) return []
  const whom = `${counted(few, 'application')} ${few === 1 ? 'has' : 'have'}`
  const message = `${name} picks ${counted(count, 'cluster')} for each application, and ${whom} fewer that may be picked.`
  return [{ code: 'few_candidates', message }]
}

function notDecided(fleet: Fleet, rule: Rule): Warning[] {
  const { name, scheduler } = rule.policy
  if (scheduler === null) return []
  const waiting = idsIn(rule.applications).filter(
    (id) => decisionOf(fleet, rule.id, id) === null,
  ).length
  if (waiting === 0) return []
  const message = `${name} places ${counted(waiting, 'application')} nowhere before ${scheduler} decides.`
  return [{ code: 'not_decided', message }]
}
