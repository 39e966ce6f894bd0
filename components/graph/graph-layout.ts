// Where the nodes of a graph are: what leads to another stands left of it.
import { Graph as Layered, layout } from '@dagrejs/dagre'
import { RELATED_KINDS } from '#lib/domain/fleet/relations.ts'
import type { Graph } from './graph.ts'

export const NODE_WIDTH_PX = 208
export const NODE_HEIGHT_PX = 64

/** `node` is its place in the graph. */
type Placed = { readonly node: number; readonly x: number; readonly y: number }

/** The upper left corner of each node, in the order in which they are read: by columns. */
export function placedNodes({ nodes, edges }: Graph): readonly Placed[] {
  const layered = new Layered()
  layered.setGraph({ rankdir: 'LR', ranksep: 64, nodesep: 12 })
  const columnOf = (node: number) => RELATED_KINDS.indexOf(nodes[node]!.kind)
  for (const node of nodes.keys()) {
    layered.setNode(String(node), { width: NODE_WIDTH_PX, height: NODE_HEIGHT_PX })
  }
  for (const { from, to } of edges) {
    // Objects of a kind stand in one column, whatever leads to them.
    layered.setEdge(String(from), String(to), { minlen: columnOf(to) - columnOf(from) })
  }
  layout(layered)
  return [...nodes.keys()]
    .map((node) => {
      const { x, y } = layered.node(String(node))
      return { node, x: x - NODE_WIDTH_PX / 2, y: y - NODE_HEIGHT_PX / 2 }
    })
    .sort((a, b) => a.x - b.x || a.y - b.y)
}
