import {
  CircleCheck,
  CircleQuestionMark,
  CircleX,
  History,
  Hourglass,
  type LucideIcon,
  PencilLine,
  RadioTower,
  Siren,
} from 'lucide-react'
import { countedTotal } from '#components/list/total-text.ts'
import { AREA_OF, TEXT_OF } from '#components/observed/state-look.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import type { Total } from '#lib/domain/lists/total.ts'
import type { Tone } from '#lib/domain/observed/states.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'
import {
  FIGURE_STATES,
  type Figure,
  type Figures,
  SILENT,
  STUCK,
} from '#lib/usecases/dashboard/figures.ts'
import type { Part } from '#lib/usecases/dashboard/part.ts'

type Shown = {
  readonly label: string
  readonly note: string
  /** Of its figure, unless that is nought. */
  readonly tone: Tone
  readonly icon: LucideIcon
}

/** Of placements in some states. */
const OF_STATES: readonly (Shown & { readonly figure: Figure })[] = [
  {
    figure: 'unwell',
    label: 'Unhealthy',
    note: 'failed, degraded or missing',
    tone: 'bad',
    icon: CircleX,
  },
  {
    figure: 'drifted',
    label: 'Drifted',
    note: 'changed on the cluster',
    tone: 'warn',
    icon: PencilLine,
  },
  { figure: 'late', label: 'Behind', note: 'behind or waiting', tone: 'warn', icon: History },
  {
    figure: 'unknown',
    label: 'Unknown',
    note: 'nobody knows how they are',
    tone: 'unknown',
    icon: CircleQuestionMark,
  },
]

/** What is wrong now: each figure is the total of the list that it leads to. */
export function FiguresNow({ figures, part }: { figures: Figures; part: Part }) {
  return (
    <ul aria-label="Now" className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-9">
      <HealthyFigure figures={figures} part={part} />
      {OF_STATES.map(({ figure, ...shown }) => (
        <FigureCard
          key={figure}
          {...shown}
          total={figures[figure]}
          href={withQuery(pagePaths.placements, {
            ...part,
            state: FIGURE_STATES[figure].join(','),
          })}
        />
      ))}
      <FigureCard
        label="Stuck"
        note={`on their way for over ${STUCK.stateForS / 60} minutes`}
        tone="warn"
        icon={Hourglass}
        total={figures.stuck}
        href={stuckHref(part)}
      />
      <SilentFigure figures={figures} part={part} />
      <FigureCard
        label="Alerts"
        note={part.environment === null ? 'firing now' : 'firing now, in any environment'}
        total={figures.firing}
        tone="bad"
        icon={Siren}
        href={withQuery(pagePaths.alerts, { namespace: part.namespace, state: 'firing' })}
      />
    </ul>
  )
}

/** What waits or progresses for longer than that should take. */
export function stuckHref(part: Part): string {
  return withQuery(pagePaths.placements, {
    ...part,
    state: STUCK.states.join(','),
    stateFor: `${STUCK.stateForS / 60}m`,
  })
}

/** Of a team the placements on such clusters: the list of clusters doesn’t know where teams run. */
function SilentFigure({
  figures: { silent, planned, clusters },
  part,
}: {
  figures: Figures
  part: Part
}) {
  const { environment } = part
  const labelSelector = environment && `environment=${environment}`
  const freshness = SILENT.join(',')
  const silence = 'unplanned'
  const isOfTeam = clusters === null
  return (
    <FigureCard
      label={isOfTeam ? 'On silent clusters' : 'Silent clusters'}
      note={isOfTeam ? 'which report no more, or never did' : silentNote(clusters, planned)}
      total={silent}
      tone="unknown"
      icon={RadioTower}
      href={
        isOfTeam
          ? withQuery(pagePaths.placements, { ...part, freshness, silence })
          : withQuery(pagePaths.clusters, { labelSelector, freshness, silence })
      }
    />
  )
}

function silentNote(clusters: number, planned: number | null): string {
  const all = `of ${clusters.toLocaleString('en')}, with those that never reported`
  return planned ? `${all}, ${planned.toLocaleString('en')} more as planned` : all
}

const CARD = 'flex h-full flex-col rounded-lg border bg-surface px-4 py-3 hover:border-edge'
const FIGURE = 'text-[1.75rem] leading-8 font-semibold tabular-nums'

function FigureCard({
  label,
  note,
  tone,
  icon: Icon,
  total,
  href,
}: Shown & { total: Total; href: string }) {
  const look = total.total > 0 ? TEXT_OF[tone] : 'text-muted'
  return (
    <li className="max-sm:last:col-span-2">
      <Link href={href} className={CARD}>
        <span className="flex items-center justify-between gap-2 font-medium">
          {label} <Icon aria-hidden className={classNames('size-4 shrink-0', look)} />
        </span>
        <span className={classNames('mt-1', FIGURE, look)}>{shortTotal(total)}</span>
        <span className="text-xs text-muted">{note}</span>
      </Link>
    </li>
  )
}

/** As short as a figure has to be. */
function shortTotal({ total, totalIsExact }: Total): string {
  return `${total.toLocaleString('en')}${totalIsExact ? '' : '+'}`
}

/** How many are healthy, as counts: it is good only where all are. */
function HealthyFigure({ figures, part }: { figures: Figures; part: Part }) {
  const { healthy, placements } = figures
  const isGood = healthy !== null && healthy > 0 && healthy === placements.total
  return (
    <li className="col-span-2">
      <Link href={withQuery(pagePaths.placements, { ...part, state: 'healthy' })} className={CARD}>
        <span className="flex items-center justify-between gap-2 font-medium">
          Healthy
          <CircleCheck
            aria-hidden
            className={classNames('size-4 shrink-0', isGood ? 'text-good' : 'text-muted')}
          />
        </span>
        <span className="mt-1 flex flex-wrap items-baseline gap-x-2">
          <span className={classNames(FIGURE, isGood && 'text-good')}>
            {healthy === null ? '–' : healthy.toLocaleString('en')}
          </span>
          <span className="text-muted">of {countedTotal(placements, 'placement')}</span>
        </span>
        <Parts figures={figures} />
      </Link>
    </li>
  )
}

const TONES: readonly (readonly [Figure, Tone])[] = [
  ['unwell', 'bad'],
  ['drifted', 'warn'],
  ['late', 'progress'],
  ['unknown', 'unknown'],
  ['underWay', 'progress'],
]

/** The same to scale, the worst first. */
function Parts({ figures }: { figures: Figures }) {
  const { healthy } = figures
  if (healthy === null) {
    return (
      <span className="mt-auto pt-2 text-xs text-muted">
        So many are in other states that these aren’t counted.
      </span>
    )
  }
  return (
    <span aria-hidden className="mt-auto flex pt-2">
      <span className="flex h-2 w-full gap-px overflow-hidden rounded-full bg-sunken">
        {TONES.map(([figure, tone]) => (
          <Part key={figure} count={figures[figure].total} tone={tone} />
        ))}
        <Part count={healthy} tone="good" />
      </span>
    </span>
  )
}

function Part({ count, tone }: { count: number; tone: Tone }) {
  if (count === 0) return null
  return <span className={classNames('min-w-1', AREA_OF[tone])} style={{ flexGrow: count }} />
}
