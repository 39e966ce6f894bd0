import { CircleCheck, CircleX, Clock3, FileDown, RefreshCw } from 'lucide-react'
import type { Metadata } from 'next'
import { AtBanner } from '#components/list/at-banner.tsx'
import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { ChangesCard } from '#components/objects/detail-cards.tsx'
import { formFacts } from '#components/objects/form-facts.tsx'
import { revisionFacts } from '#components/objects/revision-facts.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Card } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { Guarded } from '#components/ui/guarded.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import { momentOf, type SearchParams } from '#lib/http/portal/page-query.ts'
import { read, readOrWhyNot } from '#lib/http/portal/page.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { apiPaths, listPath, pagePaths, withQuery } from '#lib/schemas/paths.ts'
import { listChangesUseCase } from '#lib/usecases/changes/read.ts'
import { resourceOf } from '#lib/usecases/objects/requested-object.ts'
import { objectUseCases } from '#lib/usecases/objects/use-cases.ts'
import { listRunsUseCase, type ReportRun } from '#lib/usecases/saved-reports/runs.ts'
import { ObjectActions } from '../../object-actions.tsx'
import { MakeNowButton } from './make-now-button.tsx'

const CHANGES_SHOWN = 10
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
  const { object, json } = await read(objectUseCases['saved-report'].get, { ref: { name }, at })
  const filter = { kind: 'saved-report', name, namespace: null } as const
  const { change, since } = json.status
  return (
    <>
      <PageHeader
        title={name}
        crumbs={[{ href: listPath('saved-report'), label: 'Reports' }]}
        description={object.kind === 'saved-report' ? object.description : ''}
        actions={
          <>
            {at === null && (
              <Guarded
                icon={FileDown}
                label="Make now"
                refusal={await whyNotWrite(resourceOf(object))}
              >
                <MakeNowButton name={name} />
              </Guarded>
            )}
            <ObjectActions details={{ object, change }} at={at} />
          </>
        }
      />
      <AtBanner at={at} nowHref={pagePaths.report(name)} />
      <div className="space-y-4">
        <Card title="Report">
          <Facts
            facts={[...formFacts(object, at), ...revisionFacts({ since: new Date(since), change })]}
          />
        </Card>
        {at === null && <RunsCard name={name} />}
        <ChangesCard
          changes={await read(listChangesUseCase, {
            at,
            filter,
            before: null,
            limit: CHANGES_SHOWN,
          })}
          allHref={withQuery(pagePaths.changes, { ...filter, at: at?.toISOString() })}
        />
      </div>
    </>
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
  const { items } = found.answer
  return (
    <Card flush title="Files">
      {items.length === 0 ? (
        <p className="p-4 text-muted">None was made yet. They are kept for 90 days.</p>
      ) : (
        <ColumnTable
          label="Files"
          columns={columnsOf(name)}
          items={items}
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
      cell: ({ rows }) => rows.toLocaleString('en'),
    },
    {
      heading: 'File',
      cell: ({ id, state, format, bytes }) =>
        state === 'done' && (
          <TextLink href={apiPaths.runFile(name, id)}>
            {`${format === 'json' ? 'JSON' : 'CSV'}, ${Math.ceil(bytes / 1024).toLocaleString('en')} KB`}
          </TextLink>
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
