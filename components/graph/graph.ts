// The relations of an object as a page shows them.
import { RELATED_KINDS, type RelatedKind } from '#lib/domain/fleet/related-kinds.ts'
import type { StateCounts } from '#lib/domain/observed/states.ts'

export type GraphNode = {
  readonly kind: RelatedKind
  /** Its name, or how many it stands for. */
  readonly title: string
  /** What those that it stands for have in common. */
  readonly selector: string | null
  /** Null: nothing lists what it stands for. */
  readonly href: string | null
  /** Of its placements; null: they aren't known, or there are none. */
  readonly counts: StateCounts | null
  /** Of policies: what they do instead of placing. */
  readonly effect: 'exclude' | 'suspended' | null
  /** Whose relations these are. */
  readonly isCentre: boolean
}

/** Edges lead from node to node, by their places. */
export type Graph = {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly { readonly from: number; readonly to: number }[]
}

/** What leads a node to the next one, by its kind. */
const LEADS: Readonly<Record<RelatedKind, string>> = {
  team: 'owns',
  application: 'is selected by',
  'target-policy': 'places on',
  cluster: '',
}

/** How a node leads to what follows it. */
export function leadsTo(from: GraphNode, to: GraphNode): string {
  if (from.kind === 'team' && to.kind === 'cluster') return 'may use'
  if (from.effect === 'exclude') return 'keeps off'
  if (from.effect === 'suspended') return 'would select'
  return LEADS[from.kind]
}

/** Objects of a kind stand in one column, whatever leads to them. */
export function columnsBetween(from: GraphNode, to: GraphNode): number {
  return RELATED_KINDS.indexOf(to.kind) - RELATED_KINDS.indexOf(from.kind)
}
