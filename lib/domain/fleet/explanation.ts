// Why an application is on a cluster, or isn't: every policy in turn, term by term. It reads plain objects, so that it
// serves any moment of the past as well, and always agrees with the placements that the fleet keeps.
import type { Labels } from '#lib/domain/labels/labels.ts'
import { formatSelector, formatTerm } from '#lib/domain/labels/selector-format.ts'
import { selectorMatches, termHolds } from '#lib/domain/labels/selector.ts'
import type { Selector } from '#lib/domain/labels/selector.ts'
import { applicationLabels } from '#lib/domain/objects/application/application.ts'
import { clusterLabels } from '#lib/domain/objects/cluster/cluster.ts'
import type {
  Application,
  Cluster,
  PolicyEffect,
  TargetPolicy,
  Team,
} from '#lib/domain/objects/objects.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'

export type TermExplanation = {
  /** The term as kubectl writes it. */
  readonly term: string
  /** The value that the object has for the term's key; null: it has none. */
  readonly label: string | null
  readonly holds: boolean
}

/** A selector against one object's labels. `*` has no terms and holds. */
export type SideExplanation = {
  readonly holds: boolean
  readonly terms: readonly TermExplanation[]
}

export type PolicyExplanation = {
  readonly policy: string
  readonly effect: PolicyEffect
  readonly suspended: boolean
  /** Whether it may select the team's applications: it is a platform policy or the team's own. */
  readonly concerns: boolean
  readonly app: SideExplanation
  readonly cluster: SideExplanation
  /** Whether it includes or excludes the pair: it concerns it, both sides hold, and it isn't suspended. */
  readonly applies: boolean
}

export type PairExplanation = {
  readonly placed: boolean
  /** The team's cluster boundary; `selector` null: it has none, and holds for every cluster. */
  readonly boundary: SideExplanation & { readonly selector: string | null }
  /** Every policy, by name. */
  readonly policies: readonly PolicyExplanation[]
  /** The names of the policies that exclude the pair, sorted. */
  readonly excludedBy: readonly string[]
  /** The names of the policies that include the pair, sorted; it is placed only inside the boundary and when none excludes. */
  readonly givenBy: readonly string[]
}

/** Explains one pair from the application, the cluster, the team that owns the application, and all the policies. */
export function explainPair(
  application: Application,
  cluster: Cluster,
  team: Team,
  policies: readonly TargetPolicy[],
): PairExplanation {
  const labels = { app: applicationLabels(application), cluster: clusterLabels(cluster) }
  const explained = policies
    .map((policy) => explainPolicy(policy, application.team, labels))
    .sort((a, b) => compareText(a.policy, b.policy))
  const boundary = explainBoundary(team, labels.cluster)
  const applying = explained.filter((policy) => policy.applies)
  const namesOf = (effect: PolicyEffect) =>
    applying.filter((policy) => policy.effect === effect).map(({ policy }) => policy)
  const excludedBy = namesOf('exclude')
  const givenBy = namesOf('include')
  const placed = boundary.holds && givenBy.length > 0 && excludedBy.length === 0
  return { placed, boundary, policies: explained, excludedBy, givenBy }
}

/** Each term of a selector against an object's labels. */
function explainSelector(selector: Selector, labels: Labels): SideExplanation {
  const terms = selector.kind === 'everything' ? [] : selector.terms
  return {
    holds: selectorMatches(selector, labels),
    terms: terms.map((term) => ({
      term: formatTerm(term),
      label: labels.get(term.key) ?? null,
      holds: termHolds(term, labels),
    })),
  }
}

function explainPolicy(
  policy: TargetPolicy,
  team: string,
  labels: { readonly app: Labels; readonly cluster: Labels },
): PolicyExplanation {
  const concerns = policy.team === null || policy.team === team
  const app = explainSelector(policy.appSelector, labels.app)
  const cluster = explainSelector(policy.clusterSelector, labels.cluster)
  return {
    policy: policy.name,
    effect: policy.effect,
    suspended: policy.suspended,
    concerns,
    app,
    cluster,
    applies: concerns && !policy.suspended && app.holds && cluster.holds,
  }
}

function explainBoundary(team: Team, labels: Labels): PairExplanation['boundary'] {
  const selector = team.clusterBoundary
  if (selector === null) return { selector: null, holds: true, terms: [] }
  return { selector: formatSelector(selector), ...explainSelector(selector, labels) }
}
