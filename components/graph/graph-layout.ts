// Where the nodes of a graph are: what leads to another stands left of it.
import { Graph as Layered, layout } from '@dagrejs/dagre'

export const NODE_WIDTH_PX = 208
export const NODE_HEIGHT_PX = 64

/** How the next node is reached, by the places of both. */
export type LayeredEdge = {
  readonly from: number
  readonly to: number
  /** How many columns further right the next one stands at least. */
  readonly columns: number
}

/** `node` is its place in the graph. */
export type Placed = { readonly node: number; readonly x: number; readonly y: number }

/** The upper left corner of each node, in the order in which they are read: by columns. */
export function placedNodes(
  count: number,
  edges: readonly LayeredEdge[],
  gapPx: number,
): readonly Placed[] {
  const layered = new Layered()
  layered.setGraph({ rankdir: 'LR', ranksep: gapPx, nodesep: 12 })
  const nodes = Array.from({ length: count }, (_, node) => node)
  for (const node of nodes) {
    layered.setNode(String(node), { width: NODE_WIDTH_PX, height: NODE_HEIGHT_PX })
  }
  for (const { from, to, columns } of edges) {
    layered.setEdge(String(from), String(to), { minlen: columns })
  }
  layout(layered)
  return nodes
    .map((node) => {
      const { x, y } = layered.node(String(node))
      return { node, x: x - NODE_WIDTH_PX / 2, y: y - NODE_HEIGHT_PX / 2 }
    })
    .sort((a, b) => a.x - b.x || a.y - b.y)
}
