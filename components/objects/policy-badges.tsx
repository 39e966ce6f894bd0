import { CircleMinus, CirclePause, CirclePlus } from 'lucide-react'
import { Badge } from '#components/ui/badge.tsx'
import type { PolicyEffect } from '#lib/domain/objects/objects.ts'

export function PolicyBadges({ effect, suspended }: { effect: PolicyEffect; suspended: boolean }) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      {effect === 'include' ? (
        <Badge icon={CirclePlus}>Include</Badge>
      ) : (
        <Badge tone="bad" icon={CircleMinus}>
          Exclude
        </Badge>
      )}
      {suspended && (
        <Badge tone="warn" icon={CirclePause}>
          Suspended
        </Badge>
      )}
    </span>
  )
}
