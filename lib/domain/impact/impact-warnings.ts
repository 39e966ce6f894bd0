// Warnings about an edit that is allowed: what may not do what its author expects, and what the clusters' reconcilers say.
import { unreleasedAmong } from '#lib/domain/fleet/deliveries.ts'
import type { Edit, ObjectEdit } from '#lib/domain/fleet/fleet-state.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Selected } from '#lib/domain/fleet/rules.ts'
import { idsOfTeam } from '#lib/domain/fleet/shelf.ts'
import { matchSelector } from '#lib/domain/labels/label-index.ts'
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import { type GuardRule, type ModelObject, ownerOf } from '#lib/domain/objects/objects.ts'
import type { Delivery, Reconciler } from '#lib/domain/reconcilers/interface/reconciler.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { typedIn } from '#lib/domain/fleet/typed-clusters.ts'
import { readVariant, reconcilerOf, reconcilersOf } from '#lib/domain/reconcilers/reconcilers.ts'
import {
  bitsOf,
  countBits,
  countCommon,
  hasBit,
  intersect,
  isEmpty,
  subtract,
  uniteAll,
} from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import { applicationBoundaryWarnings, policyBoundaryWarnings } from './boundary-warnings.ts'
import { soonDeadlineWarnings } from './deadline-warnings.ts'
import { configWarnings, schemaWarnings } from './config-warnings.ts'
import { decisionWarnings } from './decision-warnings.ts'
import { dependencyWarnings } from './dependency-warnings.ts'
import { unknownEnvironmentWarnings } from './freeze-warnings.ts'
import { applicationOf } from './impact.ts'
import { protectionReach } from './protection-reach.ts'
import { reachWarnings } from './registration-reach.ts'
import {
  holdEndWarnings,
  nextVersionWarnings,
  noEnvironmentWarnings,
  stillBranchWarnings,
} from './release-warnings.ts'
import { lackedTargetWarnings } from './target-warnings.ts'
import { unknownLabelWarnings } from './unknown-label-warnings.ts'
import { untoldWarnings } from './untold-warnings.ts'
import type { Impact } from './impact.ts'

/** The warnings about edits and their impact: in the order of the edits, then of all placements. */
export function impactWarnings(impact: Impact, edits: readonly Edit[]): Warning[] {
  const reconcilers = reconcilersOf([
    ...impact.before.variants.keys(),
    ...impact.after.variants.keys(),
  ])
  return [
    ...edits.flatMap((edit) => editWarnings(impact, edit, reconcilers)),
    ...impact.clusters.flatMap(({ id, before, after }) =>
      hasBit(impact.retyped, id) ? clusterWarnings(before, after) : [],
    ),
    ...decisionWarnings(impact, edits),
    ...dependencyWarnings(impact, edits),
    ...noEnvironmentWarnings(impact),
    ...holdEndWarnings(impact, edits),
    ...reconcilers.flatMap((each) => each.warnings.delivery(deliveryBy(each, impact))),
  ]
}

function editWarnings(
  impact: Impact,
  edit: Edit,
  reconcilers: readonly Reconciler[],
): readonly Warning[] {
  const { before, after } = impact
  if (edit.kind === 'cluster') {
    const was = before.clusters.slots[edit.id]
    return clusterWarnings(
      was === undefined ? null : typedIn(before, was),
      edit.after && typedIn(after, edit.after),
    )
  }
  if (edit.kind === 'release' || edit.kind === 'decision' || edit.after === null) return []
  return [...ownWarnings(impact, edit, reconcilers), ...selectorWarnings(after, edit.after)]
}

function ownWarnings(
  impact: Impact,
  edit: ObjectEdit,
  reconcilers: readonly Reconciler[],
): readonly Warning[] {
  if (edit.after === null) return []
  const { before, after } = impact
  switch (edit.kind) {
    case 'team': {
      const team = edit.after
      const owned = idsOfTeam(after.applications, team.name)
      const applications = owned.map((id) => after.applications.slots[id]!)
      return reconcilers.flatMap(({ warnings }) => warnings.team(team, applications))
    }
    case 'application': {
      const application = edit.after
      const was = before.applications.slots[edit.id] ?? null
      const kept = keptClusters(impact, edit.id)
      return [
        ...reconcilers.flatMap((each) => {
          const isKept = !isEmpty(kept) && countCommon(kept, clustersOf(each, impact)) > 0
          return each.warnings.application(isKept ? was : null, application)
        }),
        ...applicationBoundaryWarnings(after, edit.id, application),
        ...nextVersionWarnings(was, application),
        ...stillBranchWarnings(was, application, placementsOf(before, edit.id)),
      ]
    }
    case 'target-policy':
      return [
        ...idleWarnings(edit.after.name, after.rules[edit.id]),
        ...policyBoundaryWarnings(after, edit.id, edit.after),
        ...lackedTargetWarnings(after, edit.id, edit.after),
      ]
    case 'config': {
      const selected = after.configuration.configs.all[edit.id]
      return [...idleWarnings(edit.after.name, selected), ...configWarnings(after, edit.id)]
    }
    case 'config-schema': {
      const selected = after.configuration.schemas.all[edit.id]
      return [...idleWarnings(edit.after.name, selected), ...schemaWarnings(after, edit.id)]
    }
    case 'environment':
      return [...protectionReach(after, edit.after), ...soonDeadlineWarnings(edit.after)]
    case 'freeze':
      return unknownEnvironmentWarnings(after, edit.after)
    case 'guard-rule':
      return [guardReach(after, edit.after)]
    case 'registration-token':
      return reachWarnings(after, edit.after)
    case 'saved-report':
      return untoldWarnings(after, edit.after)
    default:
      return []
  }
}

/** The clusters that have something of an application before an edit, and on which it is placed after it. */
function keptClusters({ before, after }: Impact, id: number): Bits {
  const placed = intersect(placementsOf(before, id), placementsOf(after, id))
  return subtract(placed, unreleasedAmong(before, id, [placed]))
}

/** Of whatever has selectors. A team’s sees its own applications’ labels alone. */
function selectorWarnings({ indexes, applications }: Fleet, object: ModelObject): Warning[] {
  const warnings: Warning[] = []
  if ('clusterSelector' in object && object.clusterSelector !== null) {
    const clusters = { index: indexes.clusters, among: null, word: 'cluster' }
    warnings.push(...unknownLabelWarnings(object.clusterSelector, clusters))
  }
  if ('appSelector' in object && object.appSelector !== null) {
    const team = ownerOf(object)
    const among = team === null ? null : bitsOf(idsOfTeam(applications, team))
    const selected = { index: indexes.applications, among, word: 'application' }
    warnings.push(...unknownLabelWarnings(object.appSelector, selected))
  }
  return warnings
}

/** To a reconciler, a cluster that another one has before or after is new or gone. */
function clusterWarnings(
  before: TypedCluster | null,
  after: TypedCluster | null,
): readonly Warning[] {
  const [was, is] = [before, after].map((cluster) => cluster && reconcilerOf(cluster))
  if (was === is) return is?.warnings.cluster(before, after) ?? []
  return [
    ...(was?.warnings.cluster(before, null) ?? []),
    ...(is?.warnings.cluster(null, after) ?? []),
  ]
}

function idleWarnings(name: string, selected: Selected | undefined): Warning[] {
  if (!selected) return []
  const idle = (field: string, what: string): Warning => ({
    code: 'selector_matches_nothing',
    message: `The ${field} of ${name} matches 0 ${what}.`,
  })
  return [
    ...(isEmpty(selected.applications) ? [idle('app_selector', 'applications')] : []),
    ...(isEmpty(selected.clusters) ? [idle('cluster_selector', 'clusters')] : []),
  ]
}

/** Says it to whoever makes the rule: a selector that meets no cluster guards nothing. */
function guardReach({ indexes: { clusters } }: Fleet, rule: GuardRule): Warning {
  const guarded = countBits(matchSelector(clusters, rule.clusterSelector))
  return {
    code: 'guard_reach',
    message: `${rule.name} guards ${guarded} of ${countBits(clusters.all)} clusters.`,
  }
}

/** Nothing is removed from a deleted cluster: its reconciler finds no folder any more. Nor is what was never delivered. */
function deliveryBy(reconciler: Reconciler, impact: Impact): Delivery {
  const here = clustersOf(reconciler, impact)
  const count = (clusters: Bits) => countBits(intersect(clusters, here))
  const deleted = bitsOf(impact.clusters.filter(({ after }) => !after).map(({ id }) => id))
  return {
    teams: impact.teams.map(({ arrived, left, stayed, ...team }) => ({
      ...team,
      arrived: count(arrived),
      left: count(left),
      stayed: count(stayed),
    })),
    created: impact.applications.flatMap(({ before, after, added }) =>
      before === null && after !== null && count(added) > 0 ? [after] : [],
    ),
    leaving: impact.applications
      .filter(({ removed, unreleasedBefore }) => {
        const delivered = subtract(removed, unreleasedBefore)
        return count(subtract(delivered, deleted)) > 0
      })
      .map(applicationOf),
  }
}

function clustersOf(reconciler: Reconciler, { before, after }: Impact): Bits {
  const entries = [...before.variants, ...after.variants]
  return uniteAll(
    entries.flatMap(([variant, clusters]) =>
      readVariant(variant).reconciler === reconciler ? [clusters] : [],
    ),
  )
}
