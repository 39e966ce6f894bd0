// What clusters and their types must be consistent with: the type is there and stays, and nothing under living applications
// changes hands.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { findType, retypedClusters, typedIn } from '#lib/domain/fleet/typed-clusters.ts'
import { DEFAULT_TYPE_NAME } from '#lib/domain/objects/cluster-type/default-type-name.ts'
import { type TypedCluster, typeNameOf } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import type { Cluster, ClusterType } from '#lib/domain/objects/objects.ts'
import { clusterShape, reconcilerOf, variantOf } from '#lib/domain/reconcilers/reconcilers.ts'
import { RECONCILERS } from '#lib/domain/reconcilers/registered.ts'
import {
  type Bits,
  bitsOf,
  countBits,
  idsIn,
  intersect,
  isEmpty,
  NO_BITS,
} from '#lib/domain/sets/bits.ts'
import { counted } from '#lib/domain/text/counted.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { Refusal } from '../refusal.ts'
import type { BranchLayout } from '../repository/tenant-repository.ts'
import type { ResolvedDraft } from './drafts.ts'
import { findTeam } from './find-team.ts'
import { branchOfCluster } from './plan.ts'

type Fleets = { readonly before: Fleet; readonly after: Fleet }

/** The issues of a cluster with its type: `type_unknown`, `not_of_this_reconciler`, and those of its namespace. */
export function typedClusterIssues(after: Fleet, cluster: Cluster): Issue[] {
  const name = typeNameOf(cluster)
  if (findType(after, name) === null) {
    return [{ path: ['type'], code: 'type_unknown', reason: `There is no cluster type ${name}.` }]
  }
  const typed = typedIn(after, cluster)
  const path = [cluster.argocdNamespace === null ? 'type' : 'argocd_namespace']
  return [...foreignOverrides(cluster, typed), ...namespaceIssues(after, typed, path)]
}

/** The same of a type, with what its clusters say themselves. */
export function clusterTypeIssues(after: Fleet, type: ClusterType): Issue[] {
  const { reconciler, settings } = type
  const clusters = idsIn(clustersOf(after, type.name)).map((id) => after.clusters.slots[id]!)
  const overriding = clusters.find((each) => foreignOverrides(each, type).length > 0)
  return [
    ...namespaceIssues(after, { reconciler, argocdNamespace: settings.namespace }, [
      'settings',
      'namespace',
    ]),
    ...(overriding === undefined
      ? []
      : foreignOverrides(overriding, type).map(({ code, reason }) => ({
          path: ['reconciler'],
          code,
          reason: `Cluster ${overriding.name}: ${reason}`,
        }))),
  ]
}

function namespaceIssues(
  after: Fleet,
  of: Pick<TypedCluster, 'reconciler' | 'argocdNamespace'>,
  path: Issue['path'],
): Issue[] {
  const { namespace } = reconcilerOf(of).issues
  return namespace(of.argocdNamespace, (name) => findTeam(after, name) !== null).map((issue) => ({
    ...issue,
    path,
  }))
}

/** What a cluster says itself that only another reconciler understands. */
function foreignOverrides(cluster: Cluster, of: Pick<TypedCluster, 'reconciler'>): Issue[] {
  const { overrides: own, title } = reconcilerOf(of)
  const said = Object.keys(objectJson(cluster))
  return RECONCILERS.flatMap(({ overrides }) => overrides)
    .filter((field) => said.includes(field) && !own.includes(field))
    .map((field) => ({
      path: [field],
      code: 'not_of_this_reconciler',
      reason: `${title} has no use for ${field}: leave it out.`,
    }))
}

/** Refuses to delete the type `default`, and one that a cluster names. */
export function requireUnusedType(after: Fleet, { ref, after: object }: ResolvedDraft): void {
  if (ref.kind !== 'cluster-type' || object !== null) return
  const { name } = ref
  if (name === DEFAULT_TYPE_NAME) {
    const reason = 'Every cluster that names no type has the type default: edit it instead.'
    throw new Refusal('conflict', reason, { code: 'type_default' })
  }
  const clusters = clustersOf(after, name)
  if (isEmpty(clusters)) return
  const used = counted(countBits(clusters), 'cluster')
  throw new Refusal('conflict', `Cluster type ${name} is that of ${used}.`, { code: 'in_use' })
}

/**
 * A cluster may get another variant only while nothing is placed on it. And what its reconciler reads of it can't change
 * together with its branch, because the folder that stays on the old branch describes the cluster as it was.
 */
export function requireSettledCluster(
  layout: BranchLayout,
  fleets: Fleets,
  { id, before, after }: ResolvedDraft,
): void {
  if (before?.kind !== 'cluster' || after?.kind !== 'cluster') return
  const was = typedIn(fleets.before, before)
  const is = typedIn(fleets.after, after)
  if (clusterShape(was) === clusterShape(is)) return
  requireSameVariant(fleets.before, id, was, is, 'type')
  if (branchOfCluster(layout, before) === branchOfCluster(layout, after)) return
  const fields = new Intl.ListFormat('en-GB').format(reconcilerOf(was).clusterFields)
  const reason = `A cluster goes to another branch by an edit that leaves ${fields} alone, and its type.`
  throw new Refusal('conflict', reason, { code: 'cluster_moves' })
}

/** The same of the clusters that become others by an edit of their type. */
export function requireSettledType(
  { before, after }: Fleets,
  { before: was, after: is }: ResolvedDraft,
): void {
  const type = is ?? was
  if (type?.kind !== 'cluster-type') return
  const retyped = retypedClusters(before, after, type.name).filter(
    (each) => variantOf(each.before) !== variantOf(each.after),
  )
  if (retyped.length === 0) return
  const [first] = idsIn(placedAmong(before, bitsOf(retyped.map(({ id }) => id))))
  const placed = retyped.find(({ id }) => id === first)
  if (placed) requireSameVariant(before, placed.id, placed.before, placed.after, 'reconciler')
}

/** `field`: that of the draft which says the reconciler. */
function requireSameVariant(
  fleet: Fleet,
  id: number,
  was: TypedCluster,
  is: TypedCluster,
  field: string,
): void {
  if (variantOf(was) === variantOf(is) || isEmpty(placedAmong(fleet, bitsOf([id])))) return
  if (was.reconciler === is.reconciler) {
    const { variantInUse } = reconcilerOf(is).issues
    const { code, reason } = variantInUse
    throw new Refusal('conflict', `Cluster ${is.name}: ${reason}`, { code, issues: [variantInUse] })
  }
  const code = 'type_change_needs_empty_cluster'
  const reason = `Something is placed on cluster ${is.name}: ${was.reconciler} would delete it when ${is.reconciler} gets the folder. The reconciler changes only while nothing is placed there.`
  throw new Refusal('conflict', reason, { code, issues: [{ path: [field], code, reason }] })
}

function placedAmong({ placements }: Fleet, clusters: Bits): Bits {
  for (const placed of placements) {
    const here = placed === undefined ? NO_BITS : intersect(placed, clusters)
    if (!isEmpty(here)) return here
  }
  return NO_BITS
}

function clustersOf({ clustersByType }: Fleet, name: string): Bits {
  return clustersByType.get(name) ?? NO_BITS
}
