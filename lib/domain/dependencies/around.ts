// What an application needs, and what needs it, as far as somebody may see it.
import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import type { Dependency } from '#lib/domain/objects/application/dependency.ts'
import type { Sees } from './blocked.ts'
import { dependentsOf, nameOf } from './graph.ts'
import { neededBy } from './needed.ts'

/** So many applications at most, with itself. */
export const APPLICATIONS_MAX = 200

/** `missing`: there is none of that name any more. `hidden`: so many that another one needs, or that need it. */
export type DependencyNode =
  | { readonly as: 'application'; readonly id: number }
  | { readonly as: 'missing'; readonly namespace: string; readonly application: string }
  | { readonly as: 'hidden'; readonly size: number }

/** From one that needs to one that is needed, by their places; null: one of them is hidden. */
export type DependencyEdge = {
  readonly from: number
  readonly to: number
  readonly dependency: Dependency | null
}

export type Around = {
  /** Itself, then what it needs, and then what needs it, each the nearest first. */
  readonly nodes: readonly DependencyNode[]
  readonly edges: readonly DependencyEdge[]
  /** Whether there are more than are shown. */
  readonly more: boolean
}

/**
 * The applications that one needs and those that need it, directly or through others. What lies behind an application that
 * may not be seen is left out, and of those that may not be seen only their number is told.
 */
export function dependenciesAround(fleet: Applications, application: number, sees: Sees): Around {
  const needed = reachedFrom(application, (id) => needs(fleet, id, sees))
  const dependents = reachedFrom(application, (id) => needing(fleet, id, sees))
  const ids = [...new Set([...needed.found.keys(), ...dependents.found.keys()])]
  const shown = ids.slice(0, APPLICATIONS_MAX)
  const places = new Map(shown.map((id, place) => [id, place]))
  const nodes: DependencyNode[] = shown.map((id) => ({ as: 'application', id }))
  const edges = shown.flatMap((id) => edgesOf(fleet, id, places))
  const isFull = () => nodes.length >= APPLICATIONS_MAX
  for (const [place, id] of shown.entries()) {
    for (const missing of needed.found.get(id)?.missing ?? []) {
      if (isFull()) break
      edges.push({ from: place, to: nodes.length, dependency: missing })
      const { namespace, application: name } = missing
      nodes.push({ as: 'missing', namespace, application: name })
    }
    const below = needed.found.get(id)?.hidden ?? 0
    if (below > 0 && !isFull()) {
      edges.push({ from: place, to: nodes.length, dependency: null })
      nodes.push({ as: 'hidden', size: below })
    }
    const above = dependents.found.get(id)?.hidden ?? 0
    if (above > 0 && !isFull()) {
      edges.push({ from: nodes.length, to: place, dependency: null })
      nodes.push({ as: 'hidden', size: above })
    }
  }
  return {
    nodes,
    edges,
    more: needed.more || dependents.more || ids.length > shown.length || isFull(),
  }
}

type Applications = Pick<FleetState, 'applications'>

/** What is one step away. */
type Neighbours = {
  readonly ids: readonly number[]
  readonly missing: readonly Dependency[]
  readonly hidden: number
}

function needs(fleet: Applications, id: number, sees: Sees): Neighbours {
  const found = fleet.applications.slots[id]!.dependsOn.map((dependency) => ({
    dependency,
    needed: neededBy(fleet, dependency),
  }))
  const seen = found.filter(({ dependency, needed }) =>
    sees(dependency.namespace, needed && needed.object),
  )
  const namesOf = (each: typeof found) => new Set(each.map(({ dependency }) => nameOf(dependency)))
  return {
    ids: seen.flatMap(({ needed }) => needed?.id ?? []),
    missing: seen.flatMap(({ dependency, needed }) => (needed === null ? [dependency] : [])),
    hidden: namesOf(found).size - namesOf(seen).size,
  }
}

function needing(fleet: Applications, id: number, sees: Sees): Neighbours {
  const { slots } = fleet.applications
  const all = dependentsOf(fleet, slots[id]!)
  const ids = all.filter((each) => sees(slots[each]!.team, slots[each]!))
  return { ids, missing: [], hidden: all.length - ids.length }
}

/** Those that some steps lead to, the nearest first, each with what is one step from it. */
function reachedFrom(
  start: number,
  neighboursOf: (id: number) => Neighbours,
): { readonly found: ReadonlyMap<number, Neighbours>; readonly more: boolean } {
  const found = new Map<number, Neighbours>()
  const queue = [start]
  for (const id of queue) {
    if (found.has(id)) continue
    if (found.size === APPLICATIONS_MAX) return { found, more: true }
    const neighbours = neighboursOf(id)
    found.set(id, neighbours)
    queue.push(...neighbours.ids)
  }
  return { found, more: false }
}

function edgesOf(
  fleet: Applications,
  id: number,
  places: ReadonlyMap<number, number>,
): DependencyEdge[] {
  return fleet.applications.slots[id]!.dependsOn.flatMap((dependency) => {
    const to = places.get(neededBy(fleet, dependency)?.id ?? NONE)
    return to === undefined ? [] : [{ from: places.get(id)!, to, dependency }]
  })
}

const NONE = -1
