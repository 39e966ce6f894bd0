// What the clusters of a wave say, in numbers and to scale. One that is silent never looks healthy.
import { CircleCheck, CircleQuestionMark, CircleX, RefreshCw } from 'lucide-react'
import { AREA_OF, TEXT_OF } from '#components/observed/state-look.ts'
import { classNames } from '#components/ui/class-names.ts'
import { counted } from '#lib/domain/text/counted.ts'
import type { RolloutJson } from '#lib/schemas/rollout.ts'

type Counted = RolloutJson['waves'][number]['health']
type Health = NonNullable<Counted>

/** Worst first. */
const PARTS = [
  { of: 'failing', icon: CircleX, tone: 'bad', word: 'failing' },
  { of: 'silent', icon: CircleQuestionMark, tone: 'unknown', word: 'silent' },
  { of: 'progressing', icon: RefreshCw, tone: 'progress', word: 'progressing' },
  { of: 'ok', icon: CircleCheck, tone: 'good', word: 'healthy' },
] as const

export function WaveHealth({ health }: { health: Health }) {
  if (totalOf(health) === 0)
    return <p className="text-xs text-muted">It has no cluster any more.</p>
  return (
    <div className="max-w-xl space-y-1">
      <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full">
        {partsOf(health).map(({ of, tone, count }) => (
          <div
            key={of}
            className={classNames('min-w-1', AREA_OF[tone])}
            style={{ flexGrow: count }}
          />
        ))}
      </div>
      <Counts health={health} />
    </div>
  )
}

/** In a row of a table. */
export function HealthCounts({ health }: { health: Health }) {
  if (!isUnobserved(health)) return <Counts health={health} />
  return (
    <p className="inline-flex items-center gap-1 text-xs text-muted">
      <CircleQuestionMark aria-hidden className="size-3.5 shrink-0 text-unknown" />
      None of {counted(totalOf(health), 'cluster')} reports
    </p>
  )
}

function Counts({ health }: { health: Health }) {
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs">
      {partsOf(health).map(({ of, icon: Icon, tone, word, count }) => (
        <li key={of} className="inline-flex items-center gap-1">
          <Icon aria-hidden className={classNames('size-3.5 shrink-0', TEXT_OF[tone])} />
          <span className="font-medium tabular-nums">{count.toLocaleString('en')}</span>
          <span className="text-muted">{word}</span>
        </li>
      ))}
    </ul>
  )
}

function partsOf(health: Health) {
  return PARTS.map((part) => ({ ...part, count: health[part.of] })).filter(({ count }) => count > 0)
}

function totalOf({ ok, progressing, failing, silent }: Health): number {
  return ok + progressing + failing + silent
}

/** Whether none of its clusters says anything, so that nobody knows how it is. */
export function isUnobserved(health: Counted): boolean {
  return health !== null && health.silent > 0 && health.silent === totalOf(health)
}
