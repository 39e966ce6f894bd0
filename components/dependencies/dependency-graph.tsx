'use client'

import { Hourglass } from 'lucide-react'
import { type FocusEvent, useCallback, useMemo } from 'react'
import { FlowGraph, type FlowEdge } from '#components/graph/flow-graph.tsx'
import { layoutOf } from '#components/graph/graph-layout.ts'
import { NodeFrame } from '#components/graph/node-frame.tsx'
import { classNames } from '#components/ui/class-names.ts'
import type { DependenciesJson } from '#lib/schemas/dependencies.ts'
import { applicationLook } from './application-look.ts'
import {
  applicationTitle,
  askedText,
  dependenciesHref,
  edgeLabel,
  type NeededApplication,
  standingText,
} from './dependency-words.ts'

/** Between columns there is room for what stands at the edges. */
const GAP_PX = 60

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
  return <FlowGraph layout={drawn.layout} edges={drawn.edges} draw={draw} />
}

function drawnOf({ applications, edges }: Drawn) {
  const layered = edges.map(({ from, to }) => ({ from, to, columns: 1 }))
  return {
    layout: layoutOf(applications.length, layered, GAP_PX),
    edges: edges.map((edge): FlowEdge => {
      const [needing, needed] = [applications[edge.from]!, applications[edge.to]!]
      const asked = askedText(edge)
      const label = edgeLabel(edge)
      return {
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
  const { icon: Icon } = applicationLook(application)
  const title = applicationTitle(application)
  return (
    <>
      <span className="flex items-center gap-1.5">
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
        <span
          title={title}
          className={name === null ? 'text-xs text-muted' : 'truncate font-medium'}
        >
          {name ?? title}
        </span>
      </span>
      {namespace !== null && (
        <span className="flex min-w-0 items-center justify-between gap-2 text-xs text-muted">
          <span className="truncate">{namespace}</span>
          <Standing application={application} />
        </span>
      )}
    </>
  )
}

function Standing({ application }: { application: NeededApplication }) {
  const { missing, clusters, behind } = application
  const text = standingText(application)
  if (text === null || behind === null || clusters === null || behind === 0) {
    const tone = missing ? 'text-bad' : applicationLook(application).isTroubled && 'text-warn'
    return <span className={classNames('shrink-0', tone)}>{text}</span>
  }
  return (
    <span title={text} className="inline-flex shrink-0 items-center gap-1 text-warn tabular-nums">
      <Hourglass aria-hidden className="size-3 shrink-0" />
      <span aria-hidden>
        {behind.toLocaleString('en')} of {clusters.toLocaleString('en')}
      </span>
      <span className="sr-only">{text}</span>
    </span>
  )
}
