// What an object is related to, and how what is placed there is: as of now, or as it was.
import {
  type RelationEdge,
  type RelationNode,
  reachOf,
  relationsOf,
} from '#lib/domain/fleet/relations.ts'
import type { RelatedKind } from '#lib/domain/fleet/related-kinds.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { shelfOf } from '#lib/domain/fleet/fleet-state.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import {
  type ModelObject,
  type ObjectRef,
  type PolicyEffect,
  refOf,
} from '#lib/domain/objects/objects.ts'
import { idsIn } from '#lib/domain/sets/bits.ts'
import { defineRead } from '../define.ts'
import { type CountedCell, counterAmong, type FleetThen, together } from '../matrix/counts.ts'
import { fleetThen } from '../matrix/fleet-then.ts'
import { type FoundObject, type GetInput, loadObject } from './read.ts'

type RelationsInput = GetInput & { readonly kind: RelatedKind }

export type RelatedNode = Omit<RelationNode, 'ids'> & {
  /** How many objects it stands for. */
  readonly size: number
  /** The object, where it stands for it alone. */
  readonly ref: ObjectRef | null
  /** What a policy does; null: it is none. */
  readonly effect: PolicyEffect | 'suspended' | null
  /** Of its placements on, or from, the other nodes; null: it is no application and no cluster, or none is placed. */
  readonly counts: CountedCell | null
  readonly isCentre: boolean
}

export type RelatedObjects = {
  readonly nodes: readonly RelatedNode[]
  readonly edges: readonly RelationEdge[]
}

export const relationsUseCase = defineRead<
  RelationsInput,
  RelatedObjects,
  RelationsInput,
  FoundObject<Kind>
>({
  name: 'objects.relations',
  // The past is loaded as a whole.
  isHeavy: ({ at }) => at !== null,
  load: (context, input) => loadObject<Kind>(input.kind)(context, input),
  run: async (context, { at, kind }, { id }) => {
    const then = await fleetThen(context, { at, namespace: null })
    const { nodes, edges } = relationsOf(then.fleet, { kind, id }, then.teams)
    const counts = await countsOf(then, nodes)
    return {
      nodes: nodes.map((node, place) => ({
        ...shown(then.fleet, node),
        counts: counts[place]!,
        isCentre: node.as === 'object' && node.kind === kind && node.ids[0] === id,
      })),
      edges,
    }
  },
})

/** How all that is placed of an object, and may be seen, stands. */
export const standingUseCase = defineRead<
  RelationsInput,
  CountedCell,
  RelationsInput,
  FoundObject<Kind>
>({
  name: 'objects.standing',
  isHeavy: ({ at }) => at !== null,
  load: (context, input) => loadObject<Kind>(input.kind)(context, input),
  run: async (context, { at, kind }, { id }) => {
    const then = await fleetThen(context, { at, namespace: null })
    const { applications, clusters } = reachOf(then.fleet, { kind, id }, then.teams)
    const [rows, columns] = [idsIn(applications), idsIn(clusters)]
    const countBetween = await counterAmong(then, columns)
    return together((await countBetween({ rows: [rows], columns: [columns] })).flat())
  },
})

function shown(fleet: Fleet, { ids, ...node }: RelationNode) {
  const object = node.as === 'object' ? shelfOf(fleet, node.kind).slots[ids[0]!]! : null
  return { ...node, size: ids.length, ref: object && refOf(object), effect: effectOf(object) }
}

function effectOf(object: ModelObject | null): RelatedNode['effect'] {
  if (object?.kind !== 'target-policy') return null
  return object.suspended ? 'suspended' : object.effect
}

/** Of each node, in their order. */
async function countsOf(
  then: FleetThen,
  nodes: readonly RelationNode[],
): Promise<readonly (CountedCell | null)[]> {
  const side = (kind: RelatedKind) =>
    nodes.filter((node) => node.kind === kind && node.as !== 'boundary')
  const [applications, clusters] = [side('application'), side('cluster')]
  if (applications.length === 0 || clusters.length === 0) return nodes.map(() => null)
  const sides = { rows: applications.map(idsOf), columns: clusters.map(idsOf) }
  const countBetween = await counterAmong(then, sides.columns.flat())
  const cells = await countBetween(sides)
  return nodes.map((node) => {
    const [row, column] = [applications.indexOf(node), clusters.indexOf(node)]
    if (row >= 0) return together(cells[row]!)
    return column >= 0 ? together(cells.map((row) => row[column]!)) : null
  })
}

function idsOf({ ids }: RelationNode): readonly number[] {
  return ids
}
