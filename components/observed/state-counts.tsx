// How many placements of a group are in each state. A group never is one colour alone.
import { Badge } from '#components/ui/badge.tsx'
import { type State, type StateCounts, STATES, worstOf } from '#lib/domain/observed/states.ts'
import { CountsBar } from './counts-bar.tsx'
import { lookOf } from './state-look.ts'

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
    <CountsBar
      parts={parts.map(({ state, count }) => ({
        ...lookOf(state),
        key: state,
        count,
        href: hrefOf(state),
      }))}
    />
  )
}
