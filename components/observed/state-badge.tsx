import { Badge } from '#components/ui/badge.tsx'
import type { State } from '#lib/domain/observed/states.ts'
import { lookOf } from './state-look.ts'

/** The state of one placement. */
export function StateBadge({ state }: { state: State }) {
  const { tone, icon, word, meaning } = lookOf(state)
  return (
    <span title={meaning} className="inline-flex max-w-full">
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
    </span>
  )
}
