import type { PairExplanation } from '#lib/domain/fleet/explanation.ts'

/** Why a pair is placed, or isn't. */
export function reasonOf(explanation: PairExplanation): string {
  const { placed, target, boundary, excludedBy, givenBy } = explanation
  if (placed) {
    const from = target === undefined ? '' : `, from the directory of its target ${target}`
    return `It is given by ${policyNames(givenBy)}${from}, and nothing excludes it.`
  }
  if (excludedBy.length > 0) {
    const given = givenBy.length > 0 ? `, though ${policyNames(givenBy)} would give it` : ''
    return `It is excluded by ${policyNames(excludedBy)}${given}. Exclusion always wins.`
  }
  if (givenBy.length === 0) {
    return lackedTarget(explanation) ?? 'No policy that includes selects both of them.'
  }
  return boundary.holds
    ? 'It is not placed.'
    : `The team may not use this cluster, though ${policyNames(givenBy)} would give it.`
}

/** Of a pair that policies select and don't place, because the application lacks their targets there: of the first of them. */
function lackedTarget({ policies }: PairExplanation): string | null {
  const lacking = policies.find(
    ({ effect, suspended, concerns, app, cluster, target }) =>
      effect === 'include' && !suspended && concerns && app.holds && cluster.holds && target,
  )
  if (lacking === undefined) return null
  return `It is selected by ${policyNames([lacking.policy])}, but ${lacking.target?.reason}.`
}

function policyNames(names: readonly string[]): string {
  return `${names.length === 1 ? 'the policy' : 'the policies'} ${names.join(', ')}`
}
