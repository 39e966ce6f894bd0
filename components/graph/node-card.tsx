import type { FocusEvent } from 'react'
import { KIND_ICONS, kindTitle } from '#components/objects/kinds.ts'
import { lookOf, TEXT_OF } from '#components/observed/state-look.ts'
import { classNames } from '#components/ui/class-names.ts'
import { type StateCounts, worstOf } from '#lib/domain/observed/states.ts'
import { EffectBadge } from './effect-badge.tsx'
import type { GraphNode } from './graph.ts'
import { NodeFrame } from './node-frame.tsx'

/** A node of the graph of an object's relations. */
export function NodeCard({
  node,
  onFocus,
}: {
  node: GraphNode
  onFocus: (event: FocusEvent<HTMLElement>) => void
}) {
  return (
    <NodeFrame href={node.href} isCentre={node.isCentre} onFocus={onFocus}>
      <Content node={node} />
    </NodeFrame>
  )
}

function Content({ node: { kind, title, selector, counts, effect } }: { node: GraphNode }) {
  const Icon = KIND_ICONS[kind]
  return (
    <>
      <span className="flex items-center gap-1.5">
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="sr-only">{kindTitle(kind)}</span>
        <span title={title} className="truncate font-medium">
          {title}
        </span>
      </span>
      <span className="flex min-w-0 items-center gap-2 text-xs text-muted">
        {selector !== null && (
          <code title={selector} className="truncate">
            {valueOf(selector)}
          </code>
        )}
        <EffectBadge effect={effect} />
        {counts && <Worst counts={counts} />}
      </span>
    </>
  )
}

/** A group is told from the others by the value of its label. */
function valueOf(selector: string): string {
  return /^[^=!,]+=([^,]+)$/.exec(selector)?.[1] ?? selector
}

/** The worst of several, and how many are so. */
function Worst({ counts }: { counts: StateCounts }) {
  const worst = worstOf(counts)
  if (worst === null) return null
  const { icon: Icon, word, tone } = lookOf(worst)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const count = counts[worst] ?? 0
  return (
    <span className={classNames('inline-flex shrink-0 items-center gap-1', TEXT_OF[tone])}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {total === 1 ? word : `${count.toLocaleString('en')} ${word.toLowerCase()}`}
    </span>
  )
}
