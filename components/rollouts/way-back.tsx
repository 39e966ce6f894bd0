import { TriangleAlert } from 'lucide-react'
import { CommitChip } from '#components/ui/commit-chip.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import type { RolloutPreviewJson } from '#lib/schemas/rollout.ts'
import { haveWords, revisionWords } from './version-words.ts'

/** From which version to which a roll back goes, and how much of that is decided by then. */
export function WayBack({ plan }: { plan: RolloutPreviewJson }) {
  const { version, revision, clusters, waves } = plan
  return (
    <div className="mb-3 space-y-2">
      <p className="flex flex-wrap items-center gap-1.5">
        <span className="font-medium wrap-anywhere">
          {haveWords(waves)} → {revisionWords(plan)}
        </span>
        {version && <CommitChip commit={version.commit} />}
        on {counted(clusters, 'cluster')} at once
      </p>
      {version === null && (
        <p className="flex items-start gap-2 rounded-md bg-bad-soft px-2.5 py-1.5 text-xs text-bad">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          <span>
            {revision} is no version: its clusters get whatever is there by now, and from then on
            all that is new there, until the next rollout.
          </span>
        </p>
      )}
    </div>
  )
}
