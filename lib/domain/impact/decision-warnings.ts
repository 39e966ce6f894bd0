// Warnings about policies that place only on chosen clusters: where fewer may be chosen than are wanted, and where nobody chose yet.
import { decisionOf } from '#lib/domain/fleet/fleet-decisions.ts'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { candidatesOf } from '#lib/domain/fleet/reaching.ts'
import { isActive, type Rule } from '#lib/domain/fleet/rules.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import { countBits, idsIn } from '#lib/domain/sets/bits.ts'
import { counted } from '#lib/domain/text/counted.ts'
import type { Impact } from './impact.ts'

/** Of the policies that are edited, and those of which an edit changes a decision: `few_candidates`, `not_decided`. */
export function decisionWarnings(
  { after }: Pick<Impact, 'after'>,
  edits: readonly Edit[],
): Warning[] {
  const policies = edits.flatMap((edit) => {
    if (edit.kind === 'target-policy') return [edit.id]
    return edit.kind === 'decision' ? [edit.policy] : []
  })
  return [...new Set(policies)].flatMap((id) => {
    const rule = after.rules[id]
    if (rule === undefined || !isActive(rule.policy)) return []
    return [...fewCandidates(after, rule), ...notDecided(after, rule)]
  })
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
