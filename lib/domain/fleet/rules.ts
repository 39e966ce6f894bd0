// What each policy and each team's boundary selects in a fleet, as bits: matched once, then updated with every edit.
import { matchSelector } from '#lib/domain/labels/label-index.ts'
import type { LabelEdit, LabelIndex } from '#lib/domain/labels/label-index.ts'
import { labelReach, mayReach } from '#lib/domain/labels/label-reach.ts'
import type { LabelReach } from '#lib/domain/labels/label-reach.ts'
import { selectorMatches } from '#lib/domain/labels/selector.ts'
import type { Selector } from '#lib/domain/labels/selector.ts'
import {
  byLabelledKind,
  kinds,
  type LabelledKind,
  type WordsOf,
} from '#lib/domain/objects/kinds.ts'
import type { TargetPolicy, Team } from '#lib/domain/objects/objects.ts'
import { boundOf, isSameSet, withBits } from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'

/** A policy with the applications and clusters that it selects; a team's policy selects only the team's applications. */
export type Rule = {
  /** The policy's id. */
  readonly id: number
  readonly policy: TargetPolicy
  readonly applications: Bits
  readonly clusters: Bits
}

/** The indexes that selectors are matched against. */
export type Indexes = Readonly<Record<WordsOf<LabelledKind>, LabelIndex>>

export type LabelEdits = Readonly<Record<WordsOf<LabelledKind>, readonly LabelEdit[]>>

/** The objects of one kind whose labels an edit adds, changes or removes, and the index after it. */
type RelabelledKind = {
  readonly edits: readonly LabelEdit[]
  readonly reach: LabelReach
  readonly index: LabelIndex
}

export type Relabelled = Readonly<Record<WordsOf<LabelledKind>, RelabelledKind>>

/** `indexes` are those after the edits. */
export function relabelled(edits: LabelEdits, indexes: Indexes): Relabelled {
  return byLabelledKind((kind) => {
    const { words } = kinds[kind]
    return { edits: edits[words], reach: labelReach(edits[words]), index: indexes[words] }
  })
}

/** Whether a policy may select a team's applications: another team's policy may not. */
export function mayConcern(policy: TargetPolicy, team: string): boolean {
  return policy.team === null || policy.team === team
}

/** The application side as one selector: a team's also demands `namespace=<team>`. */
export function applicationSide({
  team,
  appSelector,
}: Pick<TargetPolicy, 'team' | 'appSelector'>): Selector {
  if (team === null) return appSelector
  const own = { key: 'namespace', operator: '=', values: [team] } as const
  const terms = appSelector.kind === 'everything' ? [] : appSelector.terms
  return { kind: 'terms', terms: [own, ...terms] }
}

/** A suspended policy counts as absent. */
export function isActive({ suspended }: TargetPolicy): boolean {
  return !suspended
}

/** Whether a policy places only on clusters that a scheduler or its pick chose, and on none before that. */
export function needsDecision({ scheduler, pick }: TargetPolicy): boolean {
  return scheduler !== null || pick !== null
}

export function ruleOf(id: number, policy: TargetPolicy, indexes: Indexes): Rule {
  return {
    id,
    policy,
    applications: matchSelector(indexes.applications, applicationSide(policy)),
    clusters: matchSelector(indexes.clusters, policy.clusterSelector),
  }
}

/** The rule after labels changed, at the cost of the edited objects; the same value if it selects the same. */
export function ruleAfterEdits(rule: Rule, { applications, clusters }: Relabelled): Rule {
  const { policy } = rule
  const applicationsAfter =
    applications.edits.length === 0
      ? rule.applications
      : refreshed(rule.applications, applicationSide(policy), applications)
  const clustersAfter = refreshed(rule.clusters, policy.clusterSelector, clusters)
  const unchanged = applicationsAfter === rule.applications && clustersAfter === rule.clusters
  return unchanged ? rule : { ...rule, applications: applicationsAfter, clusters: clustersAfter }
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
  { clusters }: Relabelled,
): Bits | null {
  return team.clusterBoundary === null || boundary === null
    ? null
    : refreshed(boundary, team.clusterBoundary, clusters)
}

/** What a selector matches after edits; the same value if that is unchanged. */
function refreshed(bits: Bits, selector: Selector, { edits, reach, index }: RelabelledKind): Bits {
  if (!mayReach(reach, selector)) return bits
  // For a wide edit, one question to the index is cheaper than a question about each edited object.
  if (edits.length > boundOf(index.all) / 32) {
    const matched = matchSelector(index, selector)
    return isSameSet(matched, bits) ? bits : matched
  }
  const ids = edits.map((edit) => edit.id)
  return withBits(bits, ids, (nth) => {
    const labels = edits[nth]!.after
    return labels !== null && selectorMatches(selector, labels)
  })
}
