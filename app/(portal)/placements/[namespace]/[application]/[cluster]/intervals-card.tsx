import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { None } from '#components/objects/label-chips.tsx'
import { StateBadge } from '#components/observed/state-badge.tsx'
import { Card } from '#components/ui/card.tsx'
import { CommitChip } from '#components/ui/commit-chip.tsx'
import { Ago, Clock } from '#components/ui/time.tsx'
import type { StateInterval } from '#lib/domain/observed/intervals.ts'
import type { Explanation } from '#lib/usecases/placements/explain.ts'

/** From when until when a pair was what, as its cluster told of it. */
export function IntervalsCard({
  intervals: { items, more },
}: {
  intervals: Explanation['intervals']
}) {
  if (items.length === 0) return null
  return (
    <Card
      flush
      title="What it was, and when"
      note={more ? `the last ${items.length} times that it changed` : undefined}
    >
      <ColumnTable
        label="What it was, and when"
        columns={COLUMNS}
        items={items}
        hasStops={false}
        keyOf={({ from }) => from?.getTime() ?? 0}
      />
    </Card>
  )
}

const COLUMNS: readonly Column<StateInterval>[] = [
  {
    heading: 'State',
    cell: ({ state }) =>
      state === null ? <None>It wasn’t there</None> : <StateBadge state={state} />,
  },
  {
    heading: 'From',
    cell: ({ from }) => (from === null ? <None>Before what is kept</None> : <Clock at={from} />),
  },
  { heading: 'Until', cell: ({ to }) => (to === null ? 'It still is' : <Clock at={to} />) },
  {
    heading: 'Revision',
    from: 'md',
    cell: ({ revision }) => (revision === null ? <None /> : <CommitChip commit={revision} />),
  },
  {
    heading: 'Heard',
    from: 'lg',
    cell: ({ toldAt }) => (toldAt === null ? <None /> : <Ago at={toldAt} />),
  },
]
