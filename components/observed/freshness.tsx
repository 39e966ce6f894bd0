import {
  BellOff,
  CircleDashed,
  CircleQuestionMark,
  ClockAlert,
  type LucideIcon,
  Radio,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { Ago, Clock } from '#components/ui/time.tsx'
import {
  type Freshness,
  isSilentWhen,
  type LastSeen,
  silentFrom,
} from '#lib/domain/observed/freshness.ts'
import type { Tone } from '#lib/domain/observed/states.ts'
import { TEXT_OF } from './state-look.ts'

export const FRESHNESS_LOOKS: Readonly<
  Record<Freshness, { readonly icon: LucideIcon; readonly tone: Tone }>
> = {
  fresh: { icon: Radio, tone: 'good' },
  late: { icon: ClockAlert, tone: 'warn' },
  stale: { icon: CircleQuestionMark, tone: 'unknown' },
  none: { icon: CircleDashed, tone: 'unknown' },
}

/** What a cluster's last word is worth, with its age where it isn't new. */
export function FreshnessText({
  freshness,
  seen,
  plannedUntil,
}: {
  freshness: Freshness
  /** When it was last heard of; null: never, or that isn't known here. */
  seen: LastSeen | null
  /** Until when it isn't expected to report; null: it is. */
  plannedUntil: Date | null
}) {
  if (plannedUntil !== null && isSilentWhen(freshness)) {
    return <PlannedText until={plannedUntil} />
  }
  const { icon: Icon, tone } = FRESHNESS_LOOKS[freshness]
  return (
    <span className={classNames('inline-flex items-center gap-1.5', TEXT_OF[tone])}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span>{wordsOf(freshness, seen)}</span>
    </span>
  )
}

/** Silent as planned: still nobody knows what runs there. */
function PlannedText({ until }: { until: Date }) {
  return (
    <span className={classNames('inline-flex items-center gap-1.5', TEXT_OF.unknown)}>
      <BellOff aria-hidden className="size-3.5 shrink-0" />
      <span>
        Planned silence until <Clock at={until} />
      </span>
    </span>
  )
}

function wordsOf(freshness: Freshness, seen: LastSeen | null): ReactNode {
  if (freshness === 'none') return 'Never reported'
  if (freshness === 'fresh') return 'Fresh'
  if (seen === null) return freshness === 'late' ? 'Late' : 'Silent'
  return freshness === 'late' ? (
    <>
      Late, last seen <Ago at={seen.at} />
    </>
  ) : (
    <>
      Silent since <Clock at={silentFrom(seen)} />
    </>
  )
}
