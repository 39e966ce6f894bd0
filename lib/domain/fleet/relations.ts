// What an object of a fleet is related to, in as many nodes as a person can look at: teams own applications, policies select
// applications and clusters, and what is too many by itself stands together by a label.
import type { Application, Cluster, TargetPolicy } from '#lib/domain/objects/objects.ts'
import { type Bits, bitsOf, hasBit, isEmpty, NO_BITS, uniteAll } from '#lib/domain/sets/bits.ts'
import type { Fleet } from './fleet.ts'
import { axisOf } from './matrix.ts'
import { applicationsOf } from './placed-counts.ts'
import { reachAmong } from './reaching.ts'
import type { RelatedKind } from './related-kinds.ts'
import type { Rule } from './rules.ts'
import { findByName, idsByName, idsOfTeam, type Shelf } from './shelf.ts'

/** `object`: one by itself; `group`: those that a label selector takes; `rest`: those without a place; `boundary`: those that a team may use. */
export type RelationNode = {
  readonly kind: RelatedKind
  /** By name. */
  readonly ids: readonly number[]
  readonly as: 'object' | 'group' | 'rest' | 'boundary'
  /** What the members of a group have in common, as a label selector; null: it is no group. */
  readonly selector: string | null
}

/** Nodes by their places. */
export type RelationEdge = { readonly from: number; readonly to: number }

export type Relations = {
  /** In the order of `RELATED_KINDS`. */
  readonly nodes: readonly RelationNode[]
  readonly edges: readonly RelationEdge[]
}

/** So many nodes of a kind at most. */
export const NODES_MAX = 12

const TEAM_LABELS = ['namespace']
const CLUSTER_LABELS = ['environment', 'region']

/**
 * The relations of an object: of an application, the policies that select it and its clusters; of a policy, what it
 * reaches and the policies that touch the same; of a cluster, what is placed there and the policies that reach it; of a team, all of that
 * for its applications, and the clusters that it may use. `teams`: those whose applications and policies may be seen; null: all.
 */
export function relationsOf(
  fleet: Fleet,
  centre: { readonly kind: RelatedKind; readonly id: number },
  teams: readonly string[] | null,
): Relations {
  const reach = reachOf(fleet, centre, teams)
  const applications = applicationNodes(fleet, reach.applications)
  const nodes = [
    ...teamNodes(fleet, centre, applications),
    ...applications,
    ...policyNodes(fleet, centre, reach, teams),
    ...clusterNodes(fleet, reach.clusters),
    ...boundaryNodes(fleet, centre),
  ]
  return { nodes, edges: edgesOf(fleet, nodes, reach.selecting) }
}

type Reach = {
  readonly applications: Bits
  readonly clusters: Bits
  /** Policies are related if they reach some of both together. */
  readonly selecting: { readonly applications: Bits; readonly clusters: Bits }
}

/** What an object has to do with, as far as it may be seen: `teams` as in `relationsOf`. */
export function reachOf(
  fleet: Fleet,
  { kind, id }: { readonly kind: RelatedKind; readonly id: number },
  teams: readonly string[] | null,
): Reach {
  const everywhere = fleet.indexes.clusters.all
  const visible = bitsOf(applicationsOf(fleet, teams))
  switch (kind) {
    case 'application': {
      const applications = bitsOf([id])
      const clusters = fleet.placements[id] ?? NO_BITS
      return { applications, clusters, selecting: { applications, clusters: everywhere } }
    }
    case 'cluster': {
      const placed = idsByName(fleet.applications, visible).filter((application) =>
        hasBit(fleet.placements[application] ?? NO_BITS, id),
      )
      const clusters = bitsOf([id])
      const selecting = { applications: visible, clusters }
      return { applications: bitsOf(placed), clusters, selecting }
    }
    case 'target-policy': {
      const rule = fleet.rules[id]
      const all = { applications: visible, clusters: everywhere }
      const selecting = rule
        ? reachAmong(fleet, rule, all)
        : { applications: NO_BITS, clusters: NO_BITS }
      return { ...selecting, selecting }
    }
    case 'team': {
      const own = idsOfTeam(fleet.applications, fleet.teams.slots[id]?.name ?? '')
      const applications = bitsOf(own)
      const clusters = uniteAll(own.map((each) => fleet.placements[each] ?? NO_BITS))
      return { applications, clusters, selecting: { applications, clusters: everywhere } }
    }
  }
}

function object(kind: RelatedKind, id: number): RelationNode {
  return { kind, ids: [id], as: 'object', selector: null }
}

function restOf(kind: RelatedKind, ids: readonly number[]): RelationNode {
  return { kind, ids, as: 'rest', selector: null }
}

/** The first of them one by one, and the others together. */
function fitting(kind: RelatedKind, ids: readonly number[]): RelationNode[] {
  if (ids.length <= NODES_MAX) return ids.map((id) => object(kind, id))
  const shown = ids.slice(0, NODES_MAX - 1)
  return [...shown.map((id) => object(kind, id)), restOf(kind, ids.slice(shown.length))]
}

function applicationNodes(fleet: Fleet, among: Bits): RelationNode[] {
  const { applications, indexes } = fleet
  return grouped('application', applications, indexes.applications, among, TEAM_LABELS)
}

function clusterNodes(fleet: Fleet, among: Bits): RelationNode[] {
  return grouped('cluster', fleet.clusters, fleet.indexes.clusters, among, CLUSTER_LABELS)
}

/** One by one while they are few, else by the first label that tells them apart; the smallest groups have no place of their own. */
function grouped(
  kind: 'application' | 'cluster',
  shelf: Shelf<Application> | Shelf<Cluster>,
  index: Parameters<typeof axisOf>[0]['index'],
  among: Bits,
  labels: readonly string[],
): RelationNode[] {
  const ids = idsByName(shelf, among)
  if (ids.length <= NODES_MAX) return fitting(kind, ids)
  const groups = labels
    .map((label) => axisOf({ ordered: shelf.ordered, index }, among, label, ALL_CLOSED))
    .find((axis) => axis.length > 1)
  if (groups === undefined) return fitting(kind, ids)
  const bySize = groups.toSorted((a, b) => b.members.length - a.members.length)
  const shown = new Set(groups.length > NODES_MAX ? bySize.slice(0, NODES_MAX - 1) : groups)
  const rest = groups.filter((group) => !shown.has(group)).flatMap(({ members }) => members)
  return [
    ...groups
      .filter((group) => shown.has(group))
      .map(({ selector, members }) => ({ kind, ids: members, as: 'group' as const, selector })),
    ...(rest.length > 0 ? [restOf(kind, rest)] : []),
  ]
}

const ALL_CLOSED = { open: [], closed: [] }

/** Those of the applications that stand by themselves: a group of applications has its team's name. */
function teamNodes(
  fleet: Fleet,
  { kind, id }: { readonly kind: RelatedKind; readonly id: number },
  applications: readonly RelationNode[],
): RelationNode[] {
  if (kind === 'team') return [object('team', id)]
  const names = applications
    .filter(({ as }) => as === 'object')
    .map(({ ids }) => fleet.applications.slots[ids[0]!]!.team)
  return [...new Set(names)].flatMap((name) => {
    const team = findByName(fleet.teams, name)
    return team === null ? [] : [object('team', team.id)]
  })
}

function policyNodes(
  fleet: Fleet,
  { kind, id }: { readonly kind: RelatedKind; readonly id: number },
  { selecting }: Reach,
  teams: readonly string[] | null,
): RelationNode[] {
  const own = kind === 'target-policy' ? [id] : []
  const others = fleet.policies.ordered.filter((policy) => {
    const rule = fleet.rules[policy]
    return (
      rule !== undefined &&
      !own.includes(policy) &&
      isSeen(rule, teams) &&
      touches(fleet, rule, selecting)
    )
  })
  return fitting('target-policy', [...own, ...others])
}

function isSeen({ policy }: { readonly policy: TargetPolicy }, teams: readonly string[] | null) {
  return policy.team === null || teams === null || teams.includes(policy.team)
}

function touches(fleet: Fleet, rule: Rule, selecting: Reach['selecting']): boolean {
  const { applications, clusters } = reachAmong(fleet, rule, selecting)
  return !isEmpty(applications) && !isEmpty(clusters)
}

function boundaryNodes(
  fleet: Fleet,
  { kind, id }: { readonly kind: RelatedKind; readonly id: number },
): RelationNode[] {
  if (kind !== 'team') return []
  const ids = idsByName(fleet.clusters, fleet.boundaries[id] ?? fleet.indexes.clusters.all)
  return [{ kind: 'cluster', ids, as: 'boundary', selector: null }]
}

function edgesOf(
  fleet: Fleet,
  nodes: readonly RelationNode[],
  selecting: Reach['selecting'],
): RelationEdge[] {
  const all = nodes.map((node) => ({ ...node, members: bitsOf(node.ids) }))
  return all.flatMap((from, place) =>
    all.flatMap((to, next) =>
      isRelated(fleet, from, to, selecting) ? [{ from: place, to: next }] : [],
    ),
  )
}

type Node = RelationNode & { readonly members: Bits }

function isRelated(fleet: Fleet, from: Node, to: Node, selecting: Reach['selecting']): boolean {
  const { applications, teams, rules } = fleet
  if (from.kind === 'team') {
    if (to.as === 'boundary') return true
    const { name } = teams.slots[from.ids[0]!]!
    return to.kind === 'application' && to.ids.some((id) => applications.slots[id]!.team === name)
  }
  if (from.kind === 'application' && to.kind === 'target-policy') {
    const among = { ...selecting, applications: from.members }
    return to.ids.some((policy) => !isEmpty(reachAmong(fleet, rules[policy]!, among).applications))
  }
  if (from.kind === 'target-policy' && to.kind === 'cluster' && to.as !== 'boundary') {
    const among = { ...selecting, clusters: to.members }
    return from.ids.some((policy) => !isEmpty(reachAmong(fleet, rules[policy]!, among).clusters))
  }
  return false
}
