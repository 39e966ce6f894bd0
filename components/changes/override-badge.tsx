import { OctagonX } from 'lucide-react'
import { Badge } from '#components/ui/badge.tsx'
import type { Overrides } from '#lib/schemas/impact-summary.ts'
import { overrideWords } from './override-words.ts'

/** That a change was kept although something stopped it. */
export function OverrideBadge({ overrides }: { overrides: Overrides }) {
  if (overrides.length === 0) return null
  return (
    <span className="ml-1.5">
      <Badge tone="bad" icon={OctagonX}>
        Override: {overrides.map(overrideWords).join(', ')}
      </Badge>
    </span>
  )
}
