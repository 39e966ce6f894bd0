// Warnings about applications that need each other: what will wait because another one isn't placed there, what others lose,
// and what goes at once although one of it needs the other.
import { dependentsOf, nameOf } from '#lib/domain/dependencies/graph.ts'
import { neededBy } from '#lib/domain/dependencies/needed.ts'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import type { Dependency } from '#lib/domain/objects/application/dependency.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import {
  type Bits,
  bitsOf,
  countBits,
  countCommon,
  intersect,
  isEmpty,
  NO_BITS,
  subtract,
  uniteAll,
} from '#lib/domain/sets/bits.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { applicationOf, type Impact } from './impact.ts'

/** `dependency_not_placed`, `needed_by` and `removed_together`. Costs by what the edits move, and by who needs that. */
export function dependencyWarnings(impact: Impact, edits: readonly Edit[]): Warning[] {
  return [
    ...notPlacedWarnings(impact, edits),
    ...neededWarnings(impact, edits),
    ...togetherWarnings(impact),
  ]
}

/** Of applications that get other dependencies, on all of their clusters; of others, where they are newly placed. */
function notPlacedWarnings({ before, after, applications }: Impact, edits: readonly Edit[]) {
  const edited = edits.flatMap((edit) => {
    if (edit.kind !== 'application' || edit.after === null) return []
    const was = before.applications.slots[edit.id]?.dependsOn ?? []
    return isSame(was, edit.after.dependsOn) ? [] : [edit.id]
  })
  const asked = new Map([
    ...applications.map(({ id, added }) => [id, added] as const),
    ...edited.map((id) => [id, placementsOf(after, id)] as const),
  ])
  return [...asked].flatMap(([id, clusters]) =>
    isEmpty(clusters) ? [] : lackingOn(after, after.applications.slots[id] ?? null, clusters),
  )
}

function isSame(a: readonly Dependency[], b: readonly Dependency[]): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

function lackingOn(fleet: Fleet, application: Application | null, clusters: Bits): Warning[] {
  if (application === null || application.dependsOn.length === 0) return []
  const asked = countBits(clusters)
  return application.dependsOn.flatMap((dependency) => {
    const lacking = asked - countPlaced(fleet, dependency, clusters, asked)
    if (lacking === 0) return []
    const where = dependency.environment === null ? 'there' : `in ${dependency.environment}`
    const message = `${application.team}/${application.name} waits on ${counted(lacking, 'cluster')}: ${nameOf(dependency)}, which it needs, isn’t placed ${where}.`
    return [{ code: 'dependency_not_placed', message }]
  })
}

/** For how many of some clusters, of which there are `asked`, what is needed is placed. */
function countPlaced(fleet: Fleet, dependency: Dependency, clusters: Bits, asked: number): number {
  const needed = neededBy(fleet, dependency)
  if (needed === null) return 0
  const { environment } = dependency
  if (environment === null) return countCommon(clusters, placementsOf(fleet, needed.id))
  return isPlacedIn(fleet, needed.id, environment) ? asked : 0
}

function isPlacedIn(fleet: Fleet, application: number, environment: string): boolean {
  const there = fleet.clustersByEnvironment.get(environment) ?? NO_BITS
  return countCommon(there, placementsOf(fleet, application)) > 0
}

type Leaving = {
  readonly id: number
  readonly application: Application
  /** From these clusters. */
  readonly removed: Bits
  readonly isDeleted: boolean
}

/** Of what leaves clusters, or is deleted, while others stay that need it. Says how many, whoever’s they are. */
function neededWarnings({ before, after, applications }: Impact, edits: readonly Edit[]) {
  const leaving = new Map<number, Leaving>()
  for (const edit of edits) {
    if (edit.kind !== 'application' || edit.after !== null) continue
    const { id } = edit
    const application = before.applications.slots[id]
    if (application) leaving.set(id, { id, application, removed: NO_BITS, isDeleted: true })
  }
  for (const impact of applications) {
    const { id, removed } = impact
    if (isEmpty(removed)) continue
    const application = applicationOf(impact)
    leaving.set(id, { id, application, removed, isDeleted: impact.after === null })
  }
  return [...leaving.values()].flatMap((each) => neededWarning(before, after, each))
}

function neededWarning(before: Fleet, after: Fleet, leaving: Leaving): Warning[] {
  const { team, name } = leaving.application
  const losing = dependentsOf(after, leaving.application)
    .map((id) => lostBy(before, after, id, leaving))
    .filter((clusters) => leaving.isDeleted || !isEmpty(clusters))
  if (losing.length === 0) return []
  const clusters = countBits(uniteAll(losing))
  const where = clusters === 0 ? '' : ` on ${counted(clusters, 'cluster')}`
  const message = `${team}/${name} is needed by ${counted(losing.length, 'application')}${where}, which keep what they have and get nothing new there without it.`
  return [{ code: 'needed_by', message }]
}

/** The clusters on which an application stays without what it needs. */
function lostBy(
  before: Fleet,
  after: Fleet,
  id: number,
  { application, ...needed }: Leaving,
): Bits {
  const stays = placementsOf(after, id)
  const lost = after.applications.slots[id]!.dependsOn.filter(
    (each) => each.namespace === application.team && each.application === application.name,
  ).map(({ environment }) => {
    if (environment === null) return intersect(stays, needed.removed)
    const was = isPlacedIn(before, needed.id, environment)
    return was && !isPlacedIn(after, needed.id, environment) ? stays : NO_BITS
  })
  return uniteAll(lost)
}

/** Of what is taken away at once, so that Argo CD may take away first what the other still needs. */
function togetherWarnings({ before, applications, clusters }: Impact): Warning[] {
  // Nothing is removed from a deleted cluster, and what was never released isn't there.
  const deleted = bitsOf(clusters.filter(({ after }) => !after).map(({ id }) => id))
  const removed = new Map(
    applications.flatMap(({ id, removed, unreleasedBefore }) =>
      isEmpty(removed) ? [] : [[id, subtract(subtract(removed, unreleasedBefore), deleted)]],
    ),
  )
  return [...removed].flatMap(([id, gone]) => {
    const application = before.applications.slots[id]!
    return application.dependsOn.flatMap((dependency) => {
      if (dependency.environment !== null) return []
      const needed = neededBy(before, dependency)
      const together = countCommon(gone, (needed && removed.get(needed.id)) ?? NO_BITS)
      return together === 0 ? [] : [togetherWarning(application, dependency, together)]
    })
  })
}

function togetherWarning(
  { team, name }: Application,
  dependency: Dependency,
  together: number,
): Warning {
  const needed = nameOf(dependency)
  const message = `${team}/${name} and ${needed}, which it needs, leave ${counted(together, 'cluster')} at once. To take them away in order, remove ${team}/${name} first, and ${needed} when the clusters report that it is gone.`
  return { code: 'removed_together', message }
}
