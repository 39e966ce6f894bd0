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

/** A way through the graph: where it goes past the columns between its nodes. */
export type Way = { readonly from: number; readonly to: number; readonly past: readonly Point[] }

export type Point = { readonly x: number; readonly y: number }

export type Layout = {
  /** In the order in which they are read: by columns. */
  readonly placed: readonly Placed[]
  /** In the order of the edges. */
  readonly ways: readonly Way[]
}

/** The upper left corner of each node, and between which nodes the edges go past others. */
export function layoutOf(count: number, edges: readonly LayeredEdge[], gapPx: number): Layout {
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
  const centres = nodes.map((node) => layered.node(String(node)))
  const columns = new Set(centres.map(({ x }) => Math.round(x)))
  return {
    placed: centres
      .map(({ x, y }, node) => ({ node, x: x - NODE_WIDTH_PX / 2, y: y - NODE_HEIGHT_PX / 2 }))
      .sort((a, b) => a.x - b.x || a.y - b.y),
    ways: edges.map(({ from, to }) => ({
      from,
      to,
      past: layered
        .edge(String(from), String(to))
        .points.slice(1, -1)
        .filter(({ x }: Point) => columns.has(Math.round(x))),
    })),
  }
}

/** A line from one point to another that bends between columns alone, as an SVG path. */
export function pathOf(from: Point, past: readonly Point[], to: Point): string {
  let path = `M ${from.x} ${from.y}`
  let { x, y } = from
  for (const point of past) {
    const left = point.x - NODE_WIDTH_PX / 2
    path += `${bend({ x, y }, { x: left, y: point.y })} L ${left + NODE_WIDTH_PX} ${point.y}`
    x = left + NODE_WIDTH_PX
    y = point.y
  }
  return path + bend({ x, y }, to)
}

function bend(from: Point, to: Point): string {
  const middle = (from.x + to.x) / 2
  return ` C ${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`
}
