'use client'

// oxlint-disable-next-line import/no-unassigned-import -- it is a style sheet
import '@xyflow/react/dist/base.css'
import {
  BaseEdge,
  type Edge,
  type EdgeProps,
  type FitViewOptions,
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
import {
  type Layout,
  NODE_HEIGHT_PX,
  NODE_WIDTH_PX,
  pathOf,
  type Placed,
  type Point,
  type Way,
} from './graph-layout.ts'

/** What stands in a node; `onFocus` brings what got the focus into sight. */
type DrawNode = (place: number, onFocus: (event: FocusEvent<HTMLElement>) => void) => ReactNode

export type FlowEdge = {
  /** In words. */
  readonly says: string
  readonly isDashed: boolean
  /** What stands at it; absent: nothing does. */
  readonly label?: string
  /** Whether an arrow shows where it leads. */
  readonly hasArrow?: true
}

type WayEdge = Edge<{ readonly past: readonly Point[] }, 'way'>
type CardNode = Node<{ readonly place: number; readonly draw: DrawNode }, 'card'>

const NODE_TYPES = { card: Card }
const EDGE_TYPES = { way: WayLine }
// The buttons stand below the nodes.
const MARGIN_PX = 16
const BUTTONS_PX = 56
const LABEL = { fill: 'var(--muted)', fontSize: 11 }
const LABEL_GROUND = { fill: 'var(--surface)' }
const LABEL_PADDING: [number, number] = [3, 1]

/** A graph, whose nodes are links in the order in which they are read. */
export function FlowGraph({
  layout,
  edges,
  draw,
}: {
  layout: Layout
  /** In the order of the layout's ways. */
  edges: readonly FlowEdge[]
  draw: DrawNode
}) {
  const { placed, ways } = layout
  const fit = fitOf(layout)
  const nodes = useMemo(() => placed.map((each) => nodeOf(each, draw)), [placed, draw])
  const lines = useMemo(
    () => ways.map((way, index) => edgeOf(String(index), way, edges[index]!)),
    [ways, edges],
  )
  return (
    <div className="@container">
      <section aria-label="Graph" style={{ height: heightOf(layout) }}>
        <ReactFlow
          nodes={nodes}
          edges={lines}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
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
          fitViewOptions={fit}
          proOptions={{ hideAttribution: true }}
        >
          <Zoom fit={fit} />
        </ReactFlow>
      </section>
    </div>
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

function fitOf(layout: Layout): FitViewOptions {
  const top = MARGIN_PX + riseOf(layout)
  return {
    padding: { x: `${MARGIN_PX}px`, top: `${top}px`, bottom: `${BUTTONS_PX}px` },
    maxZoom: 1,
  }
}

/** How far edges go past above all nodes. */
function riseOf({ placed, ways }: Layout): number {
  const top = Math.min(...placed.map(({ y }) => y))
  return top - Math.min(top, ...ways.flatMap(({ past }) => past.map(({ y }) => y)))
}

/** That of the whole graph as wide as there is room for it, but never larger than it is. */
function heightOf(layout: Layout): string {
  const { placed } = layout
  const width = extentOf(placed.map(({ x }) => x)) + NODE_WIDTH_PX + 2 * MARGIN_PX
  const height = extentOf(placed.map(({ y }) => y)) + NODE_HEIGHT_PX
  const around = MARGIN_PX + riseOf(layout) + BUTTONS_PX
  return `calc(min(${height}px, 100cqw * ${height / width}) + ${around}px)`
}

function extentOf(places: readonly number[]): number {
  return Math.max(...places) - Math.min(...places)
}

function edgeOf(
  id: string,
  { from, to, past }: Way,
  { says, isDashed, label, hasArrow }: FlowEdge,
): WayEdge {
  return {
    id,
    type: 'way',
    source: String(from),
    target: String(to),
    data: { past },
    ariaLabel: says,
    style: { stroke: 'var(--edge)', strokeDasharray: isDashed ? '4 4' : undefined },
    ...(hasArrow && { markerEnd: { type: MarkerType.ArrowClosed, color: 'var(--edge)' } }),
    ...(label !== undefined && { label }),
  }
}

function WayLine(props: EdgeProps<WayEdge>) {
  const { sourceX, sourceY, targetX, targetY, data, label, markerEnd, style } = props
  const past = data?.past ?? []
  const next = past[0] ?? { x: targetX, y: targetY }
  const gapEnd = past.length === 0 ? targetX : next.x - NODE_WIDTH_PX / 2
  return (
    <BaseEdge
      path={pathOf({ x: sourceX, y: sourceY }, past, { x: targetX, y: targetY })}
      style={style}
      markerEnd={markerEnd}
      label={label}
      labelX={(sourceX + gapEnd) / 2}
      labelY={(sourceY + next.y) / 2}
      labelStyle={LABEL}
      labelBgStyle={LABEL_GROUND}
      labelBgPadding={LABEL_PADDING}
    />
  )
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

function Zoom({ fit }: { fit: FitViewOptions }) {
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  const buttons = [
    ['Zoom in', ZoomIn, () => zoomIn()],
    ['Zoom out', ZoomOut, () => zoomOut()],
    ['Show all', Maximize, () => fitView(fit)],
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
