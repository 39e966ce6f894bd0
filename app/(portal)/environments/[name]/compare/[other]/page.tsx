import { GitCompareArrows } from 'lucide-react'
import type { Metadata } from 'next'
import type { Column } from '#components/list/column-table.tsx'
import { ColumnTable } from '#components/list/column-table.tsx'
import { searchField } from '#components/list/fields.ts'
import { ListView } from '#components/list/list-view.tsx'
import { differenceWords } from '#components/rollouts/difference-words.ts'
import { versionWords } from '#components/rollouts/version-words.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import { environmentComparison } from '#lib/lists/environment-comparison.ts'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import type { ComparedApplication } from '#lib/schemas/delivered.ts'
import { apiPaths, pagePaths } from '#lib/schemas/paths.ts'

type Props = {
  params: Promise<{ name: string; other: string }>
  searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name, other } = await params
  return { title: titleOf(name, other) }
}

function titleOf(name: string, other: string): string {
  return `${name} and ${other}`
}

const fields = [
  searchField,
  { name: 'differs', label: 'Which', choices: [['true', 'Only where they differ']] },
] as const

export default async function ComparisonPage({ params, searchParams }: Props) {
  const { name, other } = await params
  const path = pagePaths.comparison(name, other)
  const list = await readPageList(path, environmentComparison, await searchParams, { name, other })
  return (
    <ListView
      title={titleOf(name, other)}
      description="What of each application is in the one environment, and what in the other."
      list={list}
      api={apiPaths.comparison(name, other)}
      fields={fields}
      isOfNow
      nothing={{
        icon: GitCompareArrows,
        title: 'No application is in either',
        text: (
          <p>An application is in an environment when a policy places it on a cluster there.</p>
        ),
      }}
    >
      {(rows) => (
        <ColumnTable
          label="Applications"
          columns={columnsOf(name, other)}
          items={rows}
          keyOf={({ namespace, application }) => `${namespace}/${application}`}
          address={list.address}
        />
      )}
    </ListView>
  )
}

function columnsOf(name: string, other: string): readonly Column<ComparedApplication>[] {
  return [
    {
      heading: 'Application',
      sort: { by: 'name', isDefault: 'ascending' },
      cell: ({ namespace, application }) => (
        <TextLink strong href={pagePaths.application(namespace, application)}>
          {namespace} / {application}
        </TextLink>
      ),
    },
    { heading: name, cell: ({ a }) => <SideCell side={a} /> },
    { heading: other, cell: ({ b }) => <SideCell side={b} /> },
    {
      heading: 'Difference',
      cell: (row) =>
        differenceWords(row, [name, other]) ?? <span className="text-muted">none</span>,
    },
  ]
}

type Side = ComparedApplication['a']

function SideCell({
  side: { clusters, unreleased, version, revision, others, holding, targets },
}: {
  side: Side
}) {
  if (clusters === 0) return <span className="text-muted">not placed</span>
  const notes = [
    ...(others > 0 ? [`${others.toLocaleString('en')} with something else`] : []),
    ...(holding > 0 ? [`${holding.toLocaleString('en')} held`] : []),
    ...(unreleased > 0 ? [`${unreleased.toLocaleString('en')} waiting`] : []),
  ]
  return (
    <>
      {revision === null ? (
        <span className="text-muted">nothing yet</span>
      ) : (
        ((version && versionWords(version)) ?? revision)
      )}
      {notes.length > 0 && <span className="ml-1.5 text-xs text-muted">{notes.join(', ')}</span>}
      {targets.length > 0 && (
        <span className="mt-0.5 block text-xs text-muted wrap-anywhere">
          {targetWords(targets, clusters)}
        </span>
      )}
    </>
  )
}

/** Of one target on all clusters, `target early`; otherwise each with its clusters. */
function targetWords(targets: Side['targets'], clusters: number): string {
  const [first, ...others] = targets
  if (first?.clusters === clusters && others.length === 0) return `target ${first.name}`
  return `targets: ${targets.map(({ name, clusters: on }) => `${name} on ${on.toLocaleString('en')}`).join(', ')}`
}
