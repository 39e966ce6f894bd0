// What each policy and each team's boundary reaches in a fleet, as bits: the selectors of the model, answered once and
// then kept right edit by edit.
import { hasBit, withBits } from './bits.ts'
import type { Bits } from './bits.ts'
import { matchSelector } from './label-index.ts'
import type { LabelEdit, LabelIndex } from './label-index.ts'
import type { TargetPolicy, Team } from './objects.ts'
import { selectorMatches } from './selector.ts'
import type { Selector } from './selector.ts'

/** A policy, the applications that it may select and does, and the clusters that it selects. */
export type Rule = {
  readonly policy: TargetPolicy
  readonly applications: Bits
  readonly clusters: Bits
}

/** The two indexes that selectors are answered from. */
export type Indexes = { readonly applications: LabelIndex; readonly clusters: LabelIndex }

/** The objects whose labels an edit adds, changes or removes. */
export type LabelEdits = {
  readonly applications: readonly LabelEdit[]
  readonly clusters: readonly LabelEdit[]
}

/**
 * The application side of a policy as one selector. A team's policy may select only that team's applications: as if
 * `namespace=<team>` stood in its selector too.
 */
function applicationSide(policy: TargetPolicy): Selector {
  if (policy.team === null) return policy.appSelector
  const own = { key: 'namespace', operator: '=', values: [policy.team] } as const
  const terms = policy.appSelector.kind === 'everything' ? [] : policy.appSelector.terms
  return { kind: 'terms', terms: [own, ...terms] }
}

export function ruleOf(policy: TargetPolicy, indexes: Indexes): Rule {
  return {
    policy,
    applications: matchSelector(indexes.applications, applicationSide(policy)),
    clusters: matchSelector(indexes.clusters, policy.clusterSelector),
  }
}

/** The rule after labels changed: only the edited objects are looked at. */
export function ruleAfterEdits(rule: Rule, edits: LabelEdits): Rule {
  const { policy } = rule
  const applications = refreshed(rule.applications, applicationSide(policy), edits.applications)
  const clusters = refreshed(rule.clusters, policy.clusterSelector, edits.clusters)
  const unchanged = applications === rule.applications && clusters === rule.clusters
  return unchanged ? rule : { policy, applications, clusters }
}

/** The clusters that a team may use; null: all. */
export function boundaryOf(team: Team, indexes: Indexes): Bits | null {
  return team.clusterBoundary === null
    ? null
    : matchSelector(indexes.clusters, team.clusterBoundary)
}

export function boundaryAfterEdits(
  team: Team,
  boundary: Bits | null,
  edits: LabelEdits,
): Bits | null {
  return team.clusterBoundary === null || boundary === null
    ? null
    : refreshed(boundary, team.clusterBoundary, edits.clusters)
}

function refreshed(bits: Bits, selector: Selector, edits: readonly LabelEdit[]): Bits {
  const ids = edits.map((edit) => edit.id)
  return withBits(bits, ids, (position) => {
    const labels = edits[position]!.after
    return labels !== null && selectorMatches(selector, labels)
  })
}

/** The rules that select an application and aren't suspended. */
export function rulesSelecting(
  rules: readonly (Rule | undefined)[],
  applicationId: number,
): Rule[] {
  return rules.filter(
    (rule): rule is Rule =>
      rule !== undefined && !rule.policy.suspended && hasBit(rule.applications, applicationId),
  )
}
