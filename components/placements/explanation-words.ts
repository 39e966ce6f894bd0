import type { PairExplanation } from '#lib/domain/fleet/explanation.ts'

/** Why a pair is placed, or isn't. */
export function reasonOf(explanation: PairExplanation): string {
  const { placed, target, boundary, excludedBy, givenBy } = explanation
  if (placed) {
    const from = target === undefined ? '' : `, from the directory of its target ${target}`
    return `It is given by ${policyNames(givenBy)}${chosenText(explanation)}${from}, and nothing excludes it.`
  }
  if (excludedBy.length > 0) {
    const given = givenBy.length > 0 ? `, though ${policyNames(givenBy)} would give it` : ''
    return `It is excluded by ${policyNames(excludedBy)}${given}. Exclusion always wins.`
  }
  if (givenBy.length === 0) {
    return idleText(explanation) ?? 'No policy that includes selects both of them.'
  }
  return boundary.holds
    ? 'It is not placed.'
    : `The team may not use this cluster, though ${policyNames(givenBy)} would give it.`
}

/** How it was chosen, where all that give it choose: another policy would give it anyway. */
function chosenText({ policies, givenBy }: PairExplanation): string {
  const [first = null, ...others] = policies
    .filter(({ policy }) => givenBy.includes(policy))
    .map(({ choice }) => choice ?? null)
  return first === null || others.length > 0 ? '' : `, ${first.reason}`
}

/** Why a policy that selects a pair doesn't place it, of the first of them: its target isn't there, or it wasn't chosen. */
function idleText({ policies, boundary }: PairExplanation): string | null {
  for (const { policy, effect, suspended, concerns, app, cluster, target, choice } of policies) {
    const selects = effect === 'include' && !suspended && concerns && app.holds && cluster.holds
    if (!selects) continue
    const selected = `It is selected by ${policyNames([policy])}`
    if (target?.reason) return `${selected}, but ${target.reason}.`
    if (choice?.holds !== false) continue
    return boundary.holds
      ? `${selected}, but ${choice.reason}.`
      : `${selected}, but the team may not use this cluster.`
  }
  return null
}

function policyNames(names: readonly string[]): string {
  return `${names.length === 1 ? 'the policy' : 'the policies'} ${names.join(', ')}`
}
