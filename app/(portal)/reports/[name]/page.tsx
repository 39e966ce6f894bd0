import { CircleCheck, CircleX, Clock3, FileDown, RefreshCw } from 'lucide-react'
import type { Metadata } from 'next'
import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { ExportMenu } from '#components/list/export-menu.tsx'
import { totalText } from '#components/list/total-text.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Card } from '#components/ui/card.tsx'
import { Guarded } from '#components/ui/guarded.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import { momentOf, type SearchParams } from '#lib/http/portal/page-query.ts'
import { readOrWhyNot } from '#lib/http/portal/page.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { apiPaths } from '#lib/schemas/paths.ts'
import { resourceOf } from '#lib/usecases/objects/requested-object.ts'
import { listRunsUseCase, type ReportRun } from '#lib/usecases/saved-reports/runs.ts'
import { FormCard, ObjectPage } from '../../object-page.tsx'
import { readObject } from '../../read-object.ts'
import { MakeNowButton } from './make-now-button.tsx'

const RUNS_SHOWN = 20

type Props = {
  params: Promise<{ name: string }>
  searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).name }
}

export default async function ReportPage({ params, searchParams }: Props) {
  const { name } = await params
  const search = await searchParams
  const at = momentOf(search)
  const shown = await readObject('saved-report', { name }, at)
  return (
    <ObjectPage
      shown={shown}
      at={at}
      search={search}
      actions={
        at === null && (
          <Guarded
            icon={FileDown}
            label="Make now"
            refusal={await whyNotWrite(resourceOf(shown.object))}
          >
            <MakeNowButton name={name} />
          </Guarded>
        )
      }
    >
      <FormCard shown={shown} at={at} />
      {at === null && <RunsCard name={name} />}
    </ObjectPage>
  )
}

/** What was made of it, for those who may see what it contains. */
async function RunsCard({ name }: { name: string }) {
  const found = await readOrWhyNot(listRunsUseCase, { name, after: null, limit: RUNS_SHOWN })
  if (found.kind === 'refused') {
    return (
      <Card title="Files">
        <p className="text-muted">
          They contain what every team may see, so not every team sees them.
        </p>
      </Card>
    )
  }
  const { items, ...total } = found.answer
  return (
    <Card
      flush
      title="Files"
      actions={items.length > 0 && <ExportMenu api={apiPaths.runs(name)} rows={totalText(total)} />}
    >
      {items.length === 0 ? (
        <p className="p-4 text-muted">None was made yet. They are kept for 90 days.</p>
      ) : (
        <ColumnTable
          label="Files"
          columns={columnsOf(name)}
          items={items}
          hasStops={false}
          keyOf={({ id }: ReportRun) => id}
        />
      )}
    </Card>
  )
}

function columnsOf(name: string): readonly Column<ReportRun>[] {
  return [
    { heading: 'Asked for', cell: ({ askedAt }) => <Ago at={askedAt} /> },
    {
      heading: 'State',
      cell: ({ state, isLate, note }) => {
        const { tone, icon, word } = RUN_LOOKS[state]
        return (
          <>
            <Badge tone={tone} icon={icon}>
              {word}
            </Badge>
            {isLate && <span className="ml-2 text-xs text-muted">late</span>}
            {note !== null && <span className="mt-0.5 block text-xs text-muted">{note}</span>}
          </>
        )
      },
    },
    { heading: 'By', from: 'sm', cell: ({ askedBy }) => askedBy ?? 'Schedule' },
    {
      heading: 'Rows',
      from: 'sm',
      className: 'text-right tabular-nums',
      cell: ({ state, rows }) => state === 'done' && rows.toLocaleString('en'),
    },
    {
      heading: 'File',
      cell: ({ id, state, format, bytes }) =>
        state === 'done' && (
          <span className="whitespace-nowrap">
            <TextLink href={apiPaths.runFile(name, id)}>
              {`${format === 'json' ? 'JSON' : 'CSV'}, ${Math.ceil(bytes / 1024).toLocaleString('en')} KB`}
            </TextLink>
          </span>
        ),
    },
  ]
}

const RUN_LOOKS = {
  queued: { tone: 'neutral', icon: Clock3, word: 'Waits' },
  running: { tone: 'progress', icon: RefreshCw, word: 'Is made' },
  done: { tone: 'good', icon: CircleCheck, word: 'Done' },
  failed: { tone: 'bad', icon: CircleX, word: 'Failed' },
} as const
