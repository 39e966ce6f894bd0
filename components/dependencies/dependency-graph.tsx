'use client'

import { type FocusEvent, useCallback, useMemo } from 'react'
import { FlowGraph, type FlowEdge } from '#components/graph/flow-graph.tsx'
import { placedNodes } from '#components/graph/graph-layout.ts'
import { NodeFrame } from '#components/graph/node-frame.tsx'
import { classNames } from '#components/ui/class-names.ts'
import type { DependenciesJson } from '#lib/schemas/dependencies.ts'
import { applicationIcon, isTroubled } from './dependency-list.tsx'
import {
  applicationTitle,
  askedText,
  dependenciesHref,
  edgeLabel,
  type NeededApplication,
  standingText,
} from './dependency-words.ts'

/** Between columns there is room for what stands at the edges. */
const GAP_PX = 128

type Drawn = Pick<DependenciesJson, 'applications' | 'edges'>

/** An application, which is the first, with what needs it on the left and what it needs on the right. */
export function DependencyGraph({ applications, edges }: Drawn) {
  const drawn = useMemo(() => drawnOf({ applications, edges }), [applications, edges])
  const draw = useCallback(
    (place: number, onFocus: (event: FocusEvent<HTMLElement>) => void) => (
      <NodeFrame
        href={dependenciesHref(applications[place]!)}
        isCentre={place === 0}
        onFocus={onFocus}
      >
        <Content application={applications[place]!} />
      </NodeFrame>
    ),
    [applications],
  )
  return <FlowGraph placed={drawn.placed} edges={drawn.edges} draw={draw} />
}

function drawnOf({ applications, edges }: Drawn) {
  const layered = edges.map(({ from, to }) => ({ from, to, columns: 1 }))
  return {
    placed: placedNodes(applications.length, layered, GAP_PX),
    edges: edges.map((edge): FlowEdge => {
      const [needing, needed] = [applications[edge.from]!, applications[edge.to]!]
      const asked = askedText(edge)
      const label = edgeLabel(edge)
      return {
        from: edge.from,
        to: edge.to,
        says: `${applicationTitle(needing)} needs ${applicationTitle(needed)}${asked === null ? '' : `, ${asked}`}`,
        isDashed: needed.missing,
        hasArrow: true,
        ...(label !== null && { label }),
      }
    }),
  }
}

function Content({ application }: { application: NeededApplication }) {
  const { namespace, name } = application
  const Icon = applicationIcon(application)
  const title = applicationTitle(application)
  const standing = standingText(application)
  return (
    <>
      <span className="flex items-center gap-1.5">
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
        <span title={title} className={name === null ? 'text-xs text-muted' : 'truncate font-medium'}>
          {name ?? title}
        </span>
      </span>
      {namespace !== null && (
        <span className="flex min-w-0 items-baseline gap-1.5 text-xs text-muted">
          <span className="truncate">{namespace}</span>
          {standing !== null && (
            <span
              className={classNames(
                'shrink-0',
                isTroubled(application) && (application.missing ? 'text-bad' : 'text-warn'),
              )}
            >
              {standing}
            </span>
          )}
        </span>
      )}
    </>
  )
}
