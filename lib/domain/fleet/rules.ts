// What policies, configs, schemas and the boundaries of teams select in a fleet, as bits: matched once, then updated with every
// edit.
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

/** What has selectors of applications and of clusters; a team's selects only the team's applications. */
type Selects = Pick<TargetPolicy, 'team' | 'appSelector' | 'clusterSelector'>

export type Selected = {
  readonly applications: Bits
  readonly clusters: Bits
}

/** A policy with what it selects. */
export type Rule = Selected & {
  /** The policy's id. */
  readonly id: number
  readonly policy: TargetPolicy
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

export function ruleOf(id: number, policy: TargetPolicy, indexes: Indexes): Rule {
  return { id, policy, ...selectedBy(policy, indexes) }
}

/** The rule after labels changed; the same value if it selects the same. */
export function ruleAfterEdits(rule: Rule, labels: Relabelled): Rule {
  const selected = selectedAfterEdits(rule, rule.policy, labels)
  return selected === rule ? rule : { ...rule, ...selected }
}

export function selectedBy(selects: Selects, indexes: Indexes): Selected {
  return {
    applications: matchSelector(indexes.applications, applicationSide(selects)),
    clusters: matchSelector(indexes.clusters, selects.clusterSelector),
  }
}

/** What is selected after labels changed, at the cost of the edited objects; the same value if that is the same. */
export function selectedAfterEdits(
  selected: Selected,
  selects: Selects,
  labels: Relabelled,
): Selected {
  const applications =
    labels.applications.edits.length === 0
      ? selected.applications
      : refreshed(selected.applications, applicationSide(selects), labels.applications)
  const clusters = refreshed(selected.clusters, selects.clusterSelector, labels.clusters)
  const unchanged = applications === selected.applications && clusters === selected.clusters
  return unchanged ? selected : { applications, clusters }
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
