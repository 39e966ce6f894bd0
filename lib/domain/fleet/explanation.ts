// Explains why an application is on a cluster or isn't, policy by policy and term by term. It asks a fleet of just these
// objects, so it works for any moment of the past, too.
import type { Labels } from '#lib/domain/labels/labels.ts'
import { formatSelector, formatTerm } from '#lib/domain/labels/selector-format.ts'
import { selectorMatches, termHolds } from '#lib/domain/labels/selector.ts'
import type { Selector } from '#lib/domain/labels/selector.ts'
import { applicationLabels } from '#lib/domain/objects/application/application.ts'
import { findTarget, lackOfTarget } from '#lib/domain/objects/application/target.ts'
import { clusterLabels } from '#lib/domain/objects/cluster/cluster.ts'
import type {
  Application,
  Cluster,
  PolicyEffect,
  TargetPolicy,
  Team,
} from '#lib/domain/objects/objects.ts'
import { bitsOf, hasBit } from '#lib/domain/sets/bits.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import type { Choice } from './choices.ts'
import { emptyFleet } from './fleet.ts'
import { mayConcern } from './rules.ts'
import { placementsOf, policyReach } from './targeting.ts'
import { targetOn } from './targets.ts'

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

type TargetExplanation = {
  readonly name: string
  readonly holds: boolean
  /** One plain sentence without a capital and a full stop, where it doesn't hold. */
  readonly reason: string | null
}

export type PolicyExplanation = {
  readonly policy: string
  readonly effect: PolicyEffect
  readonly suspended: boolean
  /** Whether it may select the team's applications: it is a platform policy or the team's own. */
  readonly concerns: boolean
  readonly app: SideExplanation
  readonly cluster: SideExplanation
  /** Where the policy has a target: its name, and whether the application has such a one in the cluster's environment. */
  readonly target?: TargetExplanation
  /** Where a scheduler or its pick chooses, and might choose the pair: whether it did. */
  readonly choice?: Choice
  /** Whether it takes effect on the pair: it concerns the team, both sides, its target and its choice hold, and it isn't suspended. */
  readonly applies: boolean
}

export type PairExplanation = {
  readonly placed: boolean
  /** The target that it has, where it is placed and has one. */
  readonly target?: string
  /** The team's cluster boundary; `selector` null: it has none, so every cluster is inside. */
  readonly boundary: SideExplanation & { readonly selector: string | null }
  /** Every policy, by name. */
  readonly policies: readonly PolicyExplanation[]
  /** The names of the policies that exclude the pair, sorted. */
  readonly excludedBy: readonly string[]
  /** The names of the policies that include the pair, sorted; it is placed inside the boundary, if no policy excludes it. */
  readonly givenBy: readonly string[]
}

/**
 * Explains one pair from the application, the cluster, the team that owns the application, and all the policies. `choices`: what
 * was chosen for the pair, by the names of policies.
 */
export function explainPair(
  application: Application,
  cluster: Cluster,
  team: Team,
  policies: readonly TargetPolicy[],
  choices: ReadonlyMap<string, Choice>,
): PairExplanation {
  const fleet = emptyFleet().with([
    { kind: 'team', id: 0, after: team },
    { kind: 'cluster', id: 0, after: cluster },
    { kind: 'application', id: 0, after: application },
    ...policies.map((after, id) => ({ kind: 'target-policy' as const, id, after })),
    ...policies.flatMap(({ name }, policy) =>
      choices.get(name)?.holds
        ? [{ kind: 'decision' as const, policy, application: 0, after: bitsOf([0]) }]
        : [],
    ),
  ])
  const reach = policyReach(fleet)
  const excludedBy = reach.excluding(0, 0)
  const givenBy = reach.giving(0, 0)
  const applying = new Set([...excludedBy, ...givenBy])
  const labels = { app: applicationLabels(application), cluster: clusterLabels(cluster) }
  const placed = hasBit(placementsOf(fleet, 0), 0)
  const target = placed ? targetOn(fleet, 0, 0) : null
  return {
    placed,
    ...(target !== null && { target: target.name }),
    boundary: explainBoundary(team, labels.cluster),
    policies: policies
      .map((policy) => ({
        ...explainPolicy(policy, application.team, labels),
        ...explainTarget(policy, application, cluster),
        ...explainChoice(choices.get(policy.name)),
        applies: applying.has(policy.name),
      }))
      .sort((a, b) => compareText(a.policy, b.policy)),
    excludedBy,
    givenBy,
  }
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
): Omit<PolicyExplanation, 'applies' | 'target' | 'choice'> {
  return {
    policy: policy.name,
    effect: policy.effect,
    suspended: policy.suspended,
    concerns: mayConcern(policy, team),
    app: explainSelector(policy.appSelector, labels.app),
    cluster: explainSelector(policy.clusterSelector, labels.cluster),
  }
}

function explainTarget(
  { target }: TargetPolicy,
  application: Application,
  { environment }: Cluster,
): Pick<PolicyExplanation, 'target'> {
  if (target === null) return {}
  const holds = findTarget(application, target, environment) !== null
  return {
    target: { name: target, holds, reason: holds ? null : lackOfTarget(target, environment) },
  }
}

function explainChoice(choice: Choice | undefined): Pick<PolicyExplanation, 'choice'> {
  return choice === undefined ? {} : { choice }
}

function explainBoundary(team: Team, labels: Labels): PairExplanation['boundary'] {
  const selector = team.clusterBoundary
  if (selector === null) return { selector: null, holds: true, terms: [] }
  return { selector: formatSelector(selector), ...explainSelector(selector, labels) }
}
