import { CircleMinus, CirclePause } from 'lucide-react'
import { Badge } from '#components/ui/badge.tsx'
import type { GraphNode } from './graph.ts'

/** What a policy does instead of placing. */
export function EffectBadge({ effect }: Pick<GraphNode, 'effect'>) {
  if (effect === null) return null
  return effect === 'exclude' ? (
    <Badge tone="bad" icon={CircleMinus}>
      Exclude
    </Badge>
  ) : (
    <Badge tone="warn" icon={CirclePause}>
      Suspended
    </Badge>
  )
}
