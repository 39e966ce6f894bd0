'use client'

// oxlint-disable-next-line import/no-unassigned-import -- it is a style sheet
import '@xyflow/react/dist/base.css'
import {
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Panel,
  Position,
  ReactFlow,
  useReactFlow,
} from '@xyflow/react'
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { type FocusEvent, type ReactNode, useMemo } from 'react'
import { Button } from '#components/ui/button.tsx'
import { NODE_HEIGHT_PX, NODE_WIDTH_PX, type Placed } from './graph-layout.ts'

/** What stands in a node; `onFocus` brings what got the focus into sight. */
type DrawNode = (place: number, onFocus: (event: FocusEvent<HTMLElement>) => void) => ReactNode

export type FlowEdge = {
  readonly from: number
  readonly to: number
  /** In words. */
  readonly says: string
  readonly isDashed: boolean
  /** What stands at it; absent: nothing does. */
  readonly label?: string
  /** Whether an arrow shows where it leads. */
  readonly hasArrow?: true
}

type CardNode = Node<{ readonly place: number; readonly draw: DrawNode }, 'card'>

const NODE_TYPES = { card: Card }
// The buttons stand below the nodes.
const MARGIN_PX = 16
const BUTTONS_PX = 56
const FIT = {
  padding: { x: `${MARGIN_PX}px`, top: `${MARGIN_PX}px`, bottom: `${BUTTONS_PX}px` },
  maxZoom: 1,
} as const

/** A graph, whose nodes are links in the order in which they are read. */
export function FlowGraph({
  placed,
  edges,
  draw,
}: {
  placed: readonly Placed[]
  edges: readonly FlowEdge[]
  draw: DrawNode
}) {
  const nodes = useMemo(() => placed.map((each) => nodeOf(each, draw)), [placed, draw])
  const drawnEdges = useMemo(() => edges.map(edgeOf), [edges])
  return (
    <section aria-label="Graph" style={{ height: heightOf(placed) }}>
      <ReactFlow
        nodes={nodes}
        edges={drawnEdges}
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

function nodeOf({ node, x, y }: Placed, draw: DrawNode): CardNode {
  return {
    id: String(node),
    type: 'card',
    position: { x, y },
    width: NODE_WIDTH_PX,
    height: NODE_HEIGHT_PX,
    data: { place: node, draw },
  }
}

function heightOf(placed: readonly Placed[]): number {
  const bottom = Math.max(...placed.map(({ y }) => y + NODE_HEIGHT_PX))
  const top = Math.min(...placed.map(({ y }) => y))
  return bottom - top + MARGIN_PX + BUTTONS_PX
}

function edgeOf({ from, to, says, isDashed, label, hasArrow }: FlowEdge): Edge {
  return {
    id: `${from} ${to}`,
    source: String(from),
    target: String(to),
    ariaLabel: says,
    style: { stroke: 'var(--edge)', strokeDasharray: isDashed ? '4 4' : undefined },
    ...(hasArrow && { markerEnd: { type: MarkerType.ArrowClosed, color: 'var(--edge)' } }),
    ...(label !== undefined && {
      label,
      labelStyle: { fill: 'var(--ink)', fontSize: 12 },
      labelBgStyle: { fill: 'var(--surface)' },
      labelBgPadding: [4, 2] as [number, number],
    }),
  }
}

function Card({ id, data: { place, draw } }: NodeProps<CardNode>) {
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
      {draw(place, bringIntoSight)}
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
