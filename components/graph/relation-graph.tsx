'use client'

import { type FocusEvent, useCallback, useMemo } from 'react'
import { FlowGraph } from './flow-graph.tsx'
import { columnsBetween, type Graph, leadsTo } from './graph.ts'
import { layoutOf } from './graph-layout.ts'
import { NodeCard } from './node-card.tsx'

const GAP_PX = 64

/** The relations of an object as a graph. */
export function RelationGraph({ graph }: { graph: Graph }) {
  const { layout, edges } = useMemo(() => drawn(graph), [graph])
  const draw = useCallback(
    (place: number, onFocus: (event: FocusEvent<HTMLElement>) => void) => (
      <NodeCard node={graph.nodes[place]!} onFocus={onFocus} />
    ),
    [graph],
  )
  return <FlowGraph layout={layout} edges={edges} draw={draw} />
}

function drawn({ nodes, edges }: Graph) {
  const ends = edges.map(({ from, to }) => ({ from, to, left: nodes[from]!, right: nodes[to]! }))
  const layered = ends.map(({ left, right, ...edge }) => ({
    ...edge,
    columns: columnsBetween(left, right),
  }))
  return {
    layout: layoutOf(nodes.length, layered, GAP_PX),
    edges: ends.map(({ left, right }) => ({
      says: `${left.title} ${leadsTo(left, right)} ${right.title}`,
      // What isn't placed by it is drawn in dashes.
      isDashed: left.effect !== null || right.effect !== null || leadsTo(left, right) === 'may use',
    })),
  }
}
