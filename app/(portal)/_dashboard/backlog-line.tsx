import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { counted } from '#lib/domain/text/counted.ts'
import type { Overview } from '#lib/usecases/overview/read.ts'

/** Whether Git has every change, and for how long it has been behind. */
export function BacklogLine({
  backlog: { pending, oldestSeconds, failingBranches, heldBranches },
}: Pick<Overview, 'backlog'>) {
  const {
    icon: Icon,
    look,
    text,
  } = failingBranches > 0
    ? {
        icon: CircleAlert,
        look: 'text-bad',
        text: `Publishing fails on ${branches(failingBranches)}`,
      }
    : pending > 0
      ? {
          icon: Clock,
          look: 'text-warn',
          text: heldBranches > 0 ? 'Waiting for the upgrade' : 'Publishing',
        }
      : { icon: CircleCheck, look: 'text-good', text: 'Git is up to date' }
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-lg border bg-surface px-4 py-3">
      <Icon aria-hidden className={`size-4 ${look}`} />
      <span className="font-medium">{text}</span>
      <span className="text-muted">
        {pending === 0
          ? 'Every change is in the branches that clusters pull.'
          : `${pending.toLocaleString('en')} waiting, the oldest for ${duration(oldestSeconds)}.`}
      </span>
    </p>
  )
}

function branches(count: number): string {
  return counted(count, 'branch', 'branches')
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  const minutes = seconds / 60
  return minutes < 90 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 60)} h`
}
