import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Card } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import { pagePaths } from '#lib/schemas/paths.ts'
import type { ClusterReportBody } from '#lib/schemas/report.ts'

type Lacks = NonNullable<ClusterReportBody['lacks']>

/** The changes that moved something here and that the cluster hasn't pulled. */
export function LackingCard({ lacks }: { lacks: Lacks | null }) {
  if (lacks === null || lacks.total === 0) return null
  const { total, items } = lacks
  const count = total.toLocaleString('en')
  return (
    <Card
      flush
      title="Changes it lacks"
      note={items.length < total ? `the newest ${items.length} of ${count}` : count}
    >
      <ColumnTable
        label="Changes it lacks"
        columns={COLUMNS}
        items={items}
        keyOf={({ id }) => id}
      />
    </Card>
  )
}

const COLUMNS: readonly Column<Lacks['items'][number]>[] = [
  {
    heading: 'Change',
    cell: ({ id }) => (
      <TextLink strong href={pagePaths.change(id)}>
        #{id}
      </TextLink>
    ),
  },
  { heading: 'When', cell: ({ at }) => <Ago at={new Date(at)} /> },
  {
    heading: 'Who and why',
    from: 'md',
    cell: ({ actor, reason }) => (
      <>
        {actor}
        {reason !== null && <span className="block text-xs text-muted">{reason}</span>}
      </>
    ),
  },
  {
    heading: 'In Git',
    cell: ({ published }) =>
      published ? <Badge tone="warn">Not pulled</Badge> : <Badge>Not published yet</Badge>,
  },
]
