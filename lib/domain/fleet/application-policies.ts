// Which policies pick an application up, which others would if its labels were a little different, and where it lands.
import { formatTerm } from '#lib/domain/labels/selector-format.ts'
import {
  type Selector,
  selectorMatches,
  type Term,
  termHolds,
} from '#lib/domain/labels/selector.ts'
import { applicationLabels } from '#lib/domain/objects/application/application.ts'
import type { Application, PolicyEffect, TargetPolicy } from '#lib/domain/objects/objects.ts'
import { type Bits, countBits, idsIn, intersect } from '#lib/domain/sets/bits.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import type { Fleet } from './fleet.ts'
import { groupOfCluster } from './grouping.ts'
import { clustersEligible, rulesReaching } from './reaching.ts'
import { isActive, mayConcern, type Rule } from './rules.ts'
import { findByName } from './shelf.ts'
import { placementsOf } from './targeting.ts'

/** A policy, and how many of the clusters that the application's team may use it selects. */
type Reaching = { readonly name: string; readonly clusters: number }

export type ApplicationPolicies = {
  /** Those that select the application and aren't suspended, the widest first: the first of so many. */
  readonly selecting: readonly SelectingPolicy[]
  readonly selectingTotal: number
  /** Those that would place it if it had other labels, the nearest first: the first of so many. */
  readonly near: readonly NearPolicy[]
  readonly nearTotal: number
  /** On how many clusters it is placed. */
  readonly placed: number
  /** Of these, by environment, the first of those with the most; null: they have none. */
  readonly environments: readonly {
    readonly environment: string | null
    readonly clusters: number
  }[]
}

type SelectingPolicy = Reaching & {
  readonly effect: PolicyEffect
  /** The target by which it places the application; absent: none. */
  readonly target?: string
}

type NearPolicy = Reaching & {
  /** Its conditions that don't hold, as kubectl writes them. */
  readonly lacks: readonly string[]
  /** Labels with which they hold, as a merge patch: null takes one away. */
  readonly labels: Readonly<Record<string, string | null>>
}

const POLICIES_SHOWN = 5
const ENVIRONMENTS_SHOWN = 20

/**
 * What the policies of a fleet do with one of its applications. A policy is near only where labels that a person may write
 * are enough: not if it asks for another name or team. It costs by the tenant's policies and the application's placements.
 */
export function applicationPolicies(fleet: Fleet, id: number): ApplicationPolicies {
  const application = fleet.applications.slots[id]!
  const usable = clustersOf(fleet, application)
  const placed = placementsOf(fleet, id)
  const reaching = (rule: Rule): Reaching => ({
    name: rule.policy.name,
    clusters: countBits(intersect(clustersEligible(fleet, rule, application), usable)),
  })
  const selecting = rulesReaching(fleet, id)
    .map(({ policy, clusters }) => ({
      name: policy.name,
      clusters: countBits(intersect(clusters, usable)),
      ...effectOf(policy),
    }))
    .sort(byReach)
  const near = fleet.rules
    .flatMap((rule) => {
      const missed = rule && missedBy(application, rule.policy)
      return missed ? [{ ...reaching(rule), ...missed }] : []
    })
    .sort((a, b) => a.lacks.length - b.lacks.length || byReach(a, b))
  return {
    selecting: selecting.slice(0, POLICIES_SHOWN),
    selectingTotal: selecting.length,
    near: near.slice(0, POLICIES_SHOWN),
    nearTotal: near.length,
    placed: countBits(placed),
    environments: environmentsOf(fleet, placed),
  }
}

function effectOf({ effect, target }: TargetPolicy): Omit<SelectingPolicy, keyof Reaching> {
  return target === null ? { effect } : { effect, target }
}

function clustersOf({ teams, boundaries, indexes }: Fleet, { team }: Application): Bits {
  const owner = findByName(teams, team)
  return (owner && boundaries[owner.id]) ?? indexes.clusters.all
}

function byReach(a: Reaching, b: Reaching): number {
  return b.clusters - a.clusters || compareText(a.name, b.name)
}

/** What keeps a policy from placing an application; null: nothing does, or nothing that labels can change. */
function missedBy(
  application: Application,
  policy: TargetPolicy,
): Pick<NearPolicy, 'lacks' | 'labels'> | null {
  const { appSelector, effect, target } = policy
  if (!isActive(policy) || effect === 'exclude' || !mayConcern(policy, application.team))
    return null
  if (target !== null && application.targets.every(({ name }) => name !== target)) return null
  const missed = termsMissed(appSelector, application)
  if (missed.length === 0) return null
  const labels = new Map(application.labels)
  const patch = missed.map(labelFor)
  for (const [key, value] of patch) {
    if (value === null) labels.delete(key)
    else labels.set(key, value)
  }
  if (!selectorMatches(appSelector, applicationLabels({ ...application, labels }))) return null
  return { lacks: missed.map(formatTerm), labels: Object.fromEntries(patch) }
}

function termsMissed(selector: Selector, application: Application): readonly Term[] {
  if (selector.kind === 'everything') return []
  const labels = applicationLabels(application)
  return selector.terms.filter((term) => !termHolds(term, labels))
}

/** A label with which a term holds; without a value, where none may be there. */
function labelFor({ key, operator, values }: Term): readonly [key: string, value: string | null] {
  const isToHave = operator === '=' || operator === 'in' || operator === 'exists'
  return [key, isToHave ? (values[0] ?? '') : null]
}

const BY_ENVIRONMENT = { by: 'label', key: 'environment' } as const

function environmentsOf({ clusters }: Fleet, placed: Bits): ApplicationPolicies['environments'] {
  const groups = Map.groupBy(idsIn(placed), (id) =>
    groupOfCluster(clusters.slots[id]!, BY_ENVIRONMENT),
  )
  return [...groups]
    .map(([environment, members]) => ({ environment, clusters: members.length }))
    .sort(
      (a, b) => b.clusters - a.clusters || compareText(a.environment ?? '', b.environment ?? ''),
    )
    .slice(0, ENVIRONMENTS_SHOWN)
}
