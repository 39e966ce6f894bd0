// How what is placed of an object stands, in three figures.
import { CircleCheck, type LucideIcon, MapPin } from 'lucide-react'
import { lookOf, TEXT_OF } from '#components/observed/state-look.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { type ModelObject, refOf } from '#lib/domain/objects/objects.ts'
import { type StateCounts, STATES, type Tone, worstOf } from '#lib/domain/observed/states.ts'
import { read } from '#lib/http/portal/page.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'
import { placementsOf } from '#lib/usecases/objects/placed.ts'
import { standingUseCase } from '#lib/usecases/objects/relations.ts'
import { parametersOf } from '#lib/usecases/objects/requested-object.ts'
import { isRelatedKind } from './relations-card.tsx'

const OTHERS = STATES.filter((state) => state !== 'healthy')

/** As of now; nothing for an object that places nothing. */
export async function Standing({ object }: { object: ModelObject }) {
  if (!isRelatedKind(object.kind) || placesNothing(object)) return null
  const ref = parametersOf(refOf(object))
  const { placed, states } = await read(standingUseCase, { kind: object.kind, ref, at: null })
  if (states === null) return null
  const list = placementsOf(object)
  const { healthy = 0, ...others } = states
  return (
    <ul aria-label="Standing" className="mb-4 grid grid-cols-3 gap-3">
      <Figure
        label="Placements"
        icon={MapPin}
        tone="unknown"
        count={placed}
        href={withQuery(pagePaths.placements, list)}
      />
      <Figure
        label="Healthy"
        icon={CircleCheck}
        tone="good"
        count={healthy}
        href={withQuery(pagePaths.placements, { ...list, state: 'healthy' })}
      />
      <NotHealthy
        counts={others}
        href={withQuery(pagePaths.placements, { ...list, state: OTHERS.join(',') })}
      />
    </ul>
  )
}

function placesNothing(object: ModelObject): boolean {
  return object.kind === 'target-policy' && (object.suspended || object.effect === 'exclude')
}

/** The worst of them stands beside it. */
function NotHealthy({ counts, href }: { counts: StateCounts; href: string }) {
  const worst = worstOf(counts)
  const count = Object.values(counts).reduce((sum, each) => sum + each, 0)
  if (worst === null) {
    return <Figure label="Not healthy" icon={CircleCheck} tone="good" count={0} href={href} />
  }
  const { icon, tone, word } = lookOf(worst)
  const note = `${counts[worst]!.toLocaleString('en')} ${word.toLowerCase()}`
  return <Figure label="Not healthy" {...{ icon, tone, count, note, href }} />
}

function Figure({
  label,
  icon: Icon,
  tone,
  count,
  note,
  href,
}: {
  label: string
  icon: LucideIcon
  tone: Tone
  count: number
  note?: string
  href: string
}) {
  return (
    <li>
      <Link
        href={href}
        className="block rounded-lg border bg-surface px-4 py-3 hover:border-edge hover:bg-sunken"
      >
        <span className="flex items-center gap-1.5 text-xs text-muted">
          <Icon aria-hidden className={classNames('size-3.5 shrink-0', TEXT_OF[tone])} />
          {label}
        </span>
        <span className="text-[1.75rem] leading-8 font-semibold tabular-nums">
          {count.toLocaleString('en')}
        </span>
        {note !== undefined && (
          <span className={classNames('ml-2 text-xs', TEXT_OF[tone])}>{note}</span>
        )}
      </Link>
    </li>
  )
}
