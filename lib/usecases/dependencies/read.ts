// What an application needs, and what needs it.
import { dependenciesAround, type DependencyNode } from '#lib/domain/dependencies/around.ts'
import { lackingOf } from '#lib/domain/dependencies/lacking.ts'
import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { dependencyJson } from '#lib/domain/objects/application/dependency.ts'
import { countBits } from '#lib/domain/sets/bits.ts'
import type { DependenciesJson } from '#lib/schemas/dependencies.ts'
import { defineRead } from '../define.ts'
import { type FoundObject, type GetInput, loadObject } from '../objects/read.ts'
import { seenBy } from './sees.ts'

export const readDependenciesUseCase = defineRead<
  Pick<GetInput, 'ref'>,
  DependenciesJson,
  Pick<GetInput, 'ref'>,
  FoundObject<'application'>
>({
  name: 'dependencies.get',
  load: (context, { ref }) => loadObject('application')(context, { ref, at: null }),
  run: async ({ actor, fleet: readFleet }, _, { id, object }) => {
    const fleet = await readFleet()
    const { nodes, edges, more } = dependenciesAround(fleet, id, seenBy(actor))
    return {
      application: { namespace: object.team, name: object.name },
      applications: nodes.map((node) => nodeJson(fleet, node)),
      edges: edges.map(({ from, to, dependency }) => {
        const {
          on = null,
          min_version = null,
          healthy = null,
        } = dependency === null ? {} : dependencyJson(dependency)
        return { from, to, on, min_version, healthy }
      }),
      more,
    }
  },
})

function nodeJson(
  fleet: FleetState,
  node: DependencyNode,
): DependenciesJson['applications'][number] {
  if (node.as === 'hidden') {
    return { namespace: null, name: null, visible: false, size: node.size, ...UNTOLD }
  }
  if (node.as === 'missing') {
    const { namespace, application: name } = node
    return { namespace, name, visible: true, size: 1, ...UNTOLD, missing: true }
  }
  const { team: namespace, name } = fleet.applications.slots[node.id]!
  const clusters = countBits(placementsOf(fleet, node.id))
  const behind = countBits(lackingOf(fleet, node.id))
  return { namespace, name, visible: true, size: 1, missing: false, clusters, behind }
}

const UNTOLD = { missing: false, clusters: null, behind: null }
