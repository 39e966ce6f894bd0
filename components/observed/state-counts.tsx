// How many placements of a group are in each state. A group never is one colour alone.
import { Badge } from '#components/ui/badge.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { type State, type StateCounts, STATES, worstOf } from '#lib/domain/observed/states.ts'
import { Link } from '../ui/link.tsx'
import { AREA_OF, lookOf, TEXT_OF } from './state-look.ts'

type Counted = { readonly state: State; readonly count: number }

/** Worst first; without those that nothing is in. */
function counted(counts: StateCounts): readonly Counted[] {
  return STATES.flatMap((state) => {
    const count = counts[state] ?? 0
    return count === 0 ? [] : [{ state, count }]
  })
}

const text = (count: number) => count.toLocaleString('en')

/** A group in a row of a table: the worst in its colour, and how many the others are. */
export function GroupState({ counts }: { counts: StateCounts }) {
  const worst = worstOf(counts)
  if (worst === null) return <span className="text-muted">–</span>
  const { tone, icon, word } = lookOf(worst)
  const others = counted(counts).filter(({ state }) => state !== worst)
  return (
    <span className="inline-flex max-w-60 flex-wrap items-center gap-x-2 gap-y-0.5">
      <Badge tone={tone} icon={icon}>
        <span className="tabular-nums">{text(counts[worst] ?? 0)}</span> {word.toLowerCase()}
      </Badge>
      {others.length > 0 && (
        <span className="text-xs text-muted tabular-nums">
          {others
            .map(({ state, count }) => `${text(count)} ${lookOf(state).word.toLowerCase()}`)
            .join(' · ')}
        </span>
      )}
    </span>
  )
}

/** A group on a page of its own: its parts to scale, and each of them a way to its placements. */
export function StateCountsBar({
  counts,
  nothing,
  hrefOf,
}: {
  counts: StateCounts
  /** What is said of an empty group. */
  nothing: string
  hrefOf: (state: State) => string
}) {
  const parts = counted(counts)
  if (parts.length === 0) return <p className="text-muted">{nothing}</p>
  return (
    <div>
      <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full">
        {parts.map(({ state, count }) => (
          <div
            key={state}
            className={classNames('min-w-1', AREA_OF[lookOf(state).tone])}
            style={{ flexGrow: count }}
          />
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-1 gap-y-1">
        {parts.map((part) => (
          <li key={part.state}>
            <CountLink {...part} href={hrefOf(part.state)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function CountLink({ state, count, href }: Counted & { href: string }) {
  const { icon: Icon, word, tone } = lookOf(state)
  return (
    <Link
      href={href}
      className="inline-flex items-center gap-1.5 rounded-md px-2 py-1 hover:bg-sunken"
    >
      <Icon aria-hidden className={classNames('size-3.5 shrink-0', TEXT_OF[tone])} />
      <span className="font-medium tabular-nums">{text(count)}</span>
      <span className="text-muted">{word.toLowerCase()}</span>
    </Link>
  )
}
