// What an alert rule finds in a fleet: how much of what it looks at is as it says.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { matchSelector } from '#lib/domain/labels/label-index.ts'
import {
  type AlertState,
  BRANCH_STATES,
  type BranchAlertState,
  PLACEMENT_STATES,
  type PlacementAlertState,
  ROLLOUT_FAILING,
  STALE,
} from '#lib/domain/objects/alert-rule/alert-states.ts'
import { shareOf } from '#lib/domain/objects/alert-rule/amounts.ts'
import type { AlertRule } from '#lib/domain/objects/objects.ts'
import {
  type Bits,
  bitsOf,
  countBits,
  countCommon,
  hasBit,
  idsIn,
  intersect,
  NO_BITS,
  subtract,
  uniteAll,
} from '#lib/domain/sets/bits.ts'

/** Placements of an application that aren't as most are. */
export type Exceptional = {
  readonly application: number
  readonly state: PlacementAlertState
  /** Then the state is what their clusters said last, which may not be so any more. */
  readonly isSilent: boolean
  readonly clusters: readonly number[]
}

/** A completed rollout that is watched, some of whose clusters are unwell. */
export type UnwellRollout = {
  readonly id: number
  readonly application: number
  readonly environment: string
  /** What is too much of it; null: nothing is, unless it is on clusters that are silent by now. */
  readonly failing: string | null
}

/** What there is of a tenant that rules can look at. */
export type Observed = {
  readonly fleet: Fleet
  readonly exceptional: readonly Exceptional[]
  /** Clusters that reported once and weren't heard of for long. */
  readonly stale: Bits
  /** Clusters that aren't expected to report now. */
  readonly planned: Bits
  /** Whether clusters had time to be heard of; if not, nobody knows which are silent. */
  readonly isSteady: boolean
  readonly rollouts: readonly UnwellRollout[]
  readonly branches: Readonly<Record<BranchAlertState, readonly string[]>>
}

export type AlertCounts = Readonly<Partial<Record<AlertState, number>>>

export type Finding = {
  /** Whether the rule's condition holds. */
  readonly holds: boolean
  /** Whether it holds or may hold: where clusters are silent, what they said last counts. */
  readonly mayHold: boolean
  readonly counts: AlertCounts
  /** How many placements and clusters the rule looks at. */
  readonly of: { readonly placements: number; readonly clusters: number }
  /** The worst few, as people name them. */
  readonly sample: readonly string[]
}

const SAMPLE_MAX = 5

/** A suspended rule finds nothing. */
export function findingOf(rule: AlertRule, observed: Observed): Finding {
  const reach = reachOf(rule, observed.fleet)
  const told = rule.suspended ? [] : within(rule, reach, observed.exceptional)
  const heard = told.filter(({ isSilent }) => !isSilent)
  const isAsked = (state: AlertState) => !rule.suspended && rule.states.includes(state)
  const stale = isAsked(STALE)
    ? intersect(subtract(observed.stale, observed.planned), reach.clusters)
    : NO_BITS
  const branches = BRANCH_STATES.filter(isAsked).map(
    (state) => [state, observed.branches[state]] as const,
  )
  const rollouts = isAsked(ROLLOUT_FAILING) ? rolloutsWithin(reach, observed) : []
  const failing = rollouts.filter((rollout) => rollout.failing !== null)
  const of = { placements: reach.placements, clusters: countBits(reach.clusters) }
  const isEnough = enoughFor(rule)
  const besides =
    isEnough(countBits(stale), of.clusters) ||
    failing.length > 0 ||
    branches.some(([, names]) => names.length > 0)
  return {
    holds: besides || isEnough(sizeOf(heard), of.placements),
    mayHold:
      besides ||
      rollouts.length > 0 ||
      isEnough(sizeOf(told), of.placements) ||
      (isAsked(STALE) && !observed.isSteady),
    counts: {
      ...Object.fromEntries(
        PLACEMENT_STATES.map((state) => [
          state,
          sizeOf(heard.filter((each) => each.state === state)),
        ]).filter(([, count]) => count !== 0),
      ),
      ...(countBits(stale) > 0 && { [STALE]: countBits(stale) }),
      ...(failing.length > 0 && { [ROLLOUT_FAILING]: failing.length }),
      ...Object.fromEntries(
        branches.flatMap(([state, names]) => (names.length > 0 ? [[state, names.length]] : [])),
      ),
    },
    of,
    sample: [
      ...branches.flatMap(([, names]) => names.slice(0, SAMPLE_MAX)),
      ...rolloutNames(failing, observed.fleet),
      ...pairNames(heard, observed.fleet),
      ...clusterNames(stale, observed.fleet),
    ].slice(0, SAMPLE_MAX),
  }
}

type Reach = {
  /** By id, the clusters of each application on which the rule looks at it. */
  readonly placed: ReadonlyMap<number, Bits>
  readonly applications: Bits
  readonly clusters: Bits
  readonly placements: number
}

/** What a rule looks at. A team's rule looks at clusters only where the team's applications are. */
function reachOf({ clusterSelector, appSelector, team }: AlertRule, fleet: Fleet): Reach {
  const { applications: apps, indexes, placements } = fleet
  const all =
    clusterSelector === null
      ? indexes.clusters.all
      : matchSelector(indexes.clusters, clusterSelector)
  const selected = appSelector === null ? null : matchSelector(indexes.applications, appSelector)
  const ids = apps.ordered.filter(
    (id) =>
      (team === null || apps.slots[id]!.team === team) &&
      (selected === null || hasBit(selected, id)),
  )
  const placed = new Map(ids.map((id) => [id, intersect(placements[id] ?? NO_BITS, all)]))
  const isOfEverything = team === null && appSelector === null
  return {
    placed,
    applications: bitsOf(ids),
    clusters: isOfEverything ? all : uniteAll([...placed.values()]),
    placements: [...placed.values()].reduce((sum, bits) => sum + countBits(bits), 0),
  }
}

type Found = Omit<Exceptional, 'clusters'> & { readonly clusters: Bits }

/** Of those that a rule looks at. What is left over is on clusters where its application isn't placed. */
function within(
  { states, clusterSelector }: AlertRule,
  { placed, applications }: Reach,
  exceptional: readonly Exceptional[],
): Found[] {
  return exceptional.flatMap((each) => {
    if (!hasBit(applications, each.application) || !states.includes(each.state)) return []
    const isLeft = each.state === 'orphaned' && clusterSelector === null
    const all = bitsOf(each.clusters)
    const clusters = isLeft ? all : intersect(all, placed.get(each.application) ?? NO_BITS)
    return countBits(clusters) === 0 ? [] : [{ ...each, clusters }]
  })
}

function enoughFor({ share }: AlertRule): (count: number, of: number) => boolean {
  const least = share === null ? 0 : (shareOf(share) ?? 0)
  return (count, of) => count > 0 && count >= least * of
}

function sizeOf(found: readonly Found[]): number {
  return found.reduce((sum, { clusters }) => sum + countBits(clusters), 0)
}

/** Those of applications that a rule looks at, to environments where it looks at them. */
function rolloutsWithin(
  { placed }: Reach,
  { rollouts, fleet: { clustersByEnvironment } }: Observed,
): readonly UnwellRollout[] {
  return rollouts.filter(({ application, environment }) => {
    const here = clustersByEnvironment.get(environment) ?? NO_BITS
    return countCommon(placed.get(application) ?? NO_BITS, here) > 0
  })
}

function rolloutNames(failing: readonly UnwellRollout[], { applications }: Fleet): string[] {
  return failing.slice(0, SAMPLE_MAX).map(({ id, application, environment, failing: why }) => {
    const { team, name } = applications.slots[application]!
    return `rollout ${id} of ${team}/${name} to ${environment}: ${why}`
  })
}

function pairNames(found: readonly Found[], { applications, clusters }: Fleet): string[] {
  const worst = PLACEMENT_STATES.flatMap((state) => found.filter((each) => each.state === state))
  return worst.slice(0, SAMPLE_MAX).flatMap(({ application, clusters: on, state }) => {
    const { team, name } = applications.slots[application]!
    return idsIn(on)
      .slice(0, SAMPLE_MAX)
      .flatMap((id) => {
        const cluster = clusters.slots[id]
        return cluster ? [`${team}/${name} on ${cluster.name}: ${state}`] : []
      })
  })
}

function clusterNames(stale: Bits, { clusters }: Fleet): string[] {
  return idsIn(stale)
    .slice(0, SAMPLE_MAX)
    .flatMap((id) => clusters.slots[id]?.name ?? [])
}
