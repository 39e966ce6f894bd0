import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { PullRequestLink } from '#components/pull-requests/pull-request-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Card } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import type { ClusterReportBody } from '#lib/schemas/report.ts'

type Lacks = NonNullable<ClusterReportBody['lacks']>

/** The changes that moved something here and that the cluster hasn't pulled, and how many more people still have to merge. */
export function LackingCard({ lacks }: { lacks: Lacks | null }) {
  const { total = 0, items = [], proposed } = lacks ?? {}
  if (total === 0 && !proposed) return null
  return (
    <Card flush title="Changes it lacks" note={noteOf(total, items.length)}>
      {total > 0 && (
        <ColumnTable
          label="Changes it lacks"
          columns={COLUMNS}
          items={items}
          keyOf={({ id }) => id}
        />
      )}
      {proposed && <Proposed proposed={proposed} />}
    </Card>
  )
}

function noteOf(total: number, shown: number): string | undefined {
  if (total === 0) return undefined
  const count = total.toLocaleString('en')
  return shown < total ? `the newest ${shown} of ${count}` : count
}

function Proposed({ proposed: { total, pull_request: pull } }: Required<Pick<Lacks, 'proposed'>>) {
  return (
    <p className="border-t px-4 py-2 text-muted first:border-t-0">
      {counted(total, 'change')} more {total === 1 ? 'waits' : 'wait'} in{' '}
      <PullRequestLink pull={pull} />, and {total === 1 ? 'isn’t' : 'aren’t'} in Git yet.
    </p>
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
