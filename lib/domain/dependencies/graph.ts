// Which applications need which, in both directions.
import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import type { Dependency } from '#lib/domain/objects/application/dependency.ts'
import type { Application } from '#lib/domain/objects/objects.ts'

type Applications = Pick<FleetState, 'applications'>

/** The applications that one needs and that are there, each once, by id. */
export function neededIds({ applications }: Applications, id: number): readonly number[] {
  const { dependsOn } = applications.slots[id]!
  if (dependsOn.length === 0) return NONE
  const graph = graphOf(applications)
  return [
    ...new Set(
      dependsOn.flatMap((each) => graph.get(each.namespace)?.get(each.application)?.id ?? []),
    ),
  ]
}

/** The ids of the applications that need one, which may be gone; each once, by namespace, then by name. */
export function dependentsOf(
  { applications }: Applications,
  { team, name }: Pick<Application, 'team' | 'name'>,
): readonly number[] {
  return graphOf(applications).get(team)?.get(name)?.dependents ?? NONE
}

/** The name by which people and programs know what a dependency is on. */
export function nameOf({ namespace, application }: Dependency): string {
  return `${namespace}/${application}`
}

const NONE: readonly number[] = []

/** An application that others need. */
type Needed = {
  /** Null: it is there no more. */
  id: number | null
  readonly dependents: number[]
}

/** By namespace, then by name. */
type Graph = Map<string, Map<string, Needed>>

// Fleets that differ in something else share their applications, so this is made once for as long as none is edited.
const graphs = new WeakMap<Applications['applications'], Graph>()

function graphOf(applications: Applications['applications']): Graph {
  const known = graphs.get(applications) ?? makeGraph(applications)
  graphs.set(applications, known)
  return known
}

function makeGraph({ ordered, slots }: Applications['applications']): Graph {
  const graph: Graph = new Map()
  for (const id of ordered) {
    for (const { namespace, application } of slots[id]!.dependsOn) {
      const { dependents } = entryOf(graph, namespace, application)
      if (dependents.at(-1) !== id) dependents.push(id)
    }
  }
  if (graph.size === 0) return graph
  for (const id of ordered) {
    const { team, name } = slots[id]!
    const needed = graph.get(team)?.get(name)
    if (needed) needed.id = id
  }
  return graph
}

function entryOf(graph: Graph, team: string, name: string): Needed {
  const ofTeam = graph.get(team) ?? new Map<string, Needed>()
  graph.set(team, ofTeam)
  const needed = ofTeam.get(name) ?? { id: null, dependents: [] }
  ofTeam.set(name, needed)
  return needed
}
