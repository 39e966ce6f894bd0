'use client'

// oxlint-disable-next-line import/no-unassigned-import -- it is a style sheet
import '@xyflow/react/dist/base.css'
import {
  type Edge,
  Handle,
  type Node,
  type NodeProps,
  Panel,
  Position,
  ReactFlow,
  useReactFlow,
} from '@xyflow/react'
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { type FocusEvent, useMemo } from 'react'
import { Button } from '#components/ui/button.tsx'
import { type Graph, type GraphNode, leadsTo } from './graph.ts'
import { NODE_HEIGHT_PX, NODE_WIDTH_PX, placedNodes } from './graph-layout.ts'
import { NodeCard } from './node-card.tsx'

type CardNode = Node<{ readonly shown: GraphNode }, 'card'>

const NODE_TYPES = { card: Card }
// The buttons stand below the nodes.
const MARGIN_PX = 16
const BUTTONS_PX = 56
const FIT = {
  padding: { x: `${MARGIN_PX}px`, top: `${MARGIN_PX}px`, bottom: `${BUTTONS_PX}px` },
  maxZoom: 1,
} as const

/** The relations of an object as a graph, whose nodes are links in the order in which they are read. */
export function RelationGraph({ graph }: { graph: Graph }) {
  const { nodes, edges, height } = useMemo(() => drawn(graph), [graph])
  return (
    <section aria-label="Graph" style={{ height }}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        zoomOnScroll={false}
        zoomOnDoubleClick={false}
        preventScrolling={false}
        minZoom={0.25}
        maxZoom={2}
        fitView
        fitViewOptions={FIT}
        proOptions={{ hideAttribution: true }}
      >
        <Zoom />
      </ReactFlow>
    </section>
  )
}

function drawn(graph: Graph) {
  const placed = placedNodes(graph)
  const nodes = placed.map(({ node, x, y }): CardNode => {
    return {
      id: String(node),
      type: 'card',
      position: { x, y },
      width: NODE_WIDTH_PX,
      height: NODE_HEIGHT_PX,
      data: { shown: graph.nodes[node]! },
    }
  })
  const bottom = Math.max(...placed.map(({ y }) => y + NODE_HEIGHT_PX))
  const top = Math.min(...placed.map(({ y }) => y))
  return {
    nodes,
    edges: graph.edges.map((edge) => edgeOf(graph, edge)),
    height: bottom - top + MARGIN_PX + BUTTONS_PX,
  }
}

/** What isn't placed by it is drawn in dashes. */
function edgeOf({ nodes }: Graph, { from, to }: Graph['edges'][number]): Edge {
  const [left, right] = [nodes[from]!, nodes[to]!]
  const isDashed =
    left.effect !== null || right.effect !== null || leadsTo(left, right) === 'may use'
  return {
    id: `${from} ${to}`,
    source: String(from),
    target: String(to),
    ariaLabel: `${left.title} ${leadsTo(left, right)} ${right.title}`,
    style: { stroke: 'var(--edge)', strokeDasharray: isDashed ? '4 4' : undefined },
  }
}

function Card({ id, data: { shown } }: NodeProps<CardNode>) {
  const { fitView, getZoom } = useReactFlow()
  const bringIntoSight = ({ currentTarget }: FocusEvent<HTMLElement>) => {
    const frame = currentTarget.closest('.react-flow')
    if (frame === null || isWithin(currentTarget, frame)) return
    const zoom = getZoom()
    void fitView({ nodes: [{ id }], minZoom: zoom, maxZoom: zoom })
  }
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} className="invisible" />
      <NodeCard node={shown} onFocus={bringIntoSight} />
      <Handle type="source" position={Position.Right} isConnectable={false} className="invisible" />
    </>
  )
}

function isWithin(node: Element, frame: Element): boolean {
  const [inner, outer] = [node.getBoundingClientRect(), frame.getBoundingClientRect()]
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  )
}

function Zoom() {
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  const buttons = [
    ['Zoom in', ZoomIn, () => zoomIn()],
    ['Zoom out', ZoomOut, () => zoomOut()],
    ['Show all', Maximize, () => fitView(FIT)],
  ] as const
  return (
    <Panel position="bottom-right" className="flex gap-1">
      {buttons.map(([label, Icon, act]) => (
        <Button key={label} aria-label={label} title={label} onClick={() => void act()}>
          <Icon aria-hidden className="size-4 shrink-0" />
        </Button>
      ))}
    </Panel>
  )
}
