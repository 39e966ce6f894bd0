// What an application needs, and what needs it, as far as somebody may see it.
import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import type { Dependency } from '#lib/domain/objects/application/dependency.ts'
import type { Sees } from './blocked.ts'
import { dependentsOf, nameOf } from './graph.ts'
import { neededBy } from './needed.ts'

/** So many applications at most, with itself. */
export const APPLICATIONS_MAX = 200

/** `missing`: there is none of that name any more. `hidden`: so many that one application needs, or that need it. */
export type DependencyNode =
  | { readonly as: 'application'; readonly id: number }
  | { readonly as: 'missing'; readonly namespace: string; readonly application: string }
  | {
      readonly as: 'hidden'
      readonly size: number
      readonly are: 'needed' | 'needing'
      /** The application that they are beside. */
      readonly of: number
    }

/** From one that needs to one that is needed, by their places; null: one of them is hidden. */
type DependencyEdge = {
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
  const ids = new Set([...needed.found.keys(), ...dependents.found.keys()])
  const missing = new Map(
    [...needed.found.values()].flatMap((each) => each.missing.map((one) => [nameOf(one), one])),
  )
  const all: readonly DependencyNode[] = [
    ...[...ids].map((id) => ({ as: 'application' as const, id })),
    ...[...missing.values()].map(({ namespace, application: name }) => ({
      as: 'missing' as const,
      namespace,
      application: name,
    })),
    ...hiddenOf(needed.found, 'needed'),
    ...hiddenOf(dependents.found, 'needing'),
  ]
  const nodes = all.slice(0, APPLICATIONS_MAX)
  const places = new Map(
    [...ids, ...missing.keys()].slice(0, nodes.length).map((key, place) => [key, place]),
  )
  return {
    nodes,
    edges: nodes.flatMap((node, place) => edgesOf(fleet, node, place, places)),
    more: needed.more || dependents.more || all.length > nodes.length,
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

/** Beside each of some applications those that it needs, or that need it, and that may not be seen. */
function hiddenOf(
  found: ReadonlyMap<number, Neighbours>,
  are: 'needed' | 'needing',
): DependencyNode[] {
  return [...found].flatMap(([of, { hidden: size }]) =>
    size === 0 ? [] : [{ as: 'hidden' as const, size, are, of }],
  )
}

/** Those that begin at a node or, of what is hidden, lead to or from its only neighbour. */
function edgesOf(
  fleet: Applications,
  node: DependencyNode,
  place: number,
  places: ReadonlyMap<number | string, number>,
): DependencyEdge[] {
  if (node.as === 'missing') return []
  if (node.as === 'hidden') {
    const of = places.get(node.of)!
    const [from, to] = node.are === 'needed' ? [of, place] : [place, of]
    return [{ from, to, dependency: null }]
  }
  return fleet.applications.slots[node.id]!.dependsOn.flatMap((dependency) => {
    const to = places.get(neededBy(fleet, dependency)?.id ?? nameOf(dependency))
    return to === undefined ? [] : [{ from: place, to, dependency }]
  })
}
