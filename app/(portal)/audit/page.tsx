import { Download, ScrollText } from 'lucide-react'
import type { Metadata } from 'next'
import { rangeFields, searchField } from '#components/list/fields.ts'
import type { FilterField } from '#components/list/filter-form.tsx'
import { ListView } from '#components/list/list-view.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import { pageParameters, type SearchParams, untilOf } from '#lib/http/portal/page-query.ts'
import { auditList } from '#lib/lists/audit.ts'
import { apiPaths, type ListAddress, pagePaths, withQuery } from '#lib/schemas/paths.ts'
import { AuditEvents } from './audit-events.tsx'

export const metadata: Metadata = { title: 'Audit' }

const fields: readonly FilterField[] = [
  { ...searchField, placeholder: 'Action, object, who or code' },
  ...rangeFields,
  {
    name: 'result',
    label: 'Result',
    isMore: true,
    choices: [
      ['accepted', 'Accepted'],
      ['refused', 'Refused'],
    ],
  },
  { name: 'actor', label: 'Who', placeholder: 'Id or part of name', isMore: true },
  { name: 'action', label: 'Action', placeholder: 'teams.create or teams', isMore: true },
  { name: 'object', label: 'Object', placeholder: 'application/ieb/app1', isMore: true },
  { name: 'change', label: 'Change', placeholder: 'Its number', isMore: true },
]

export default async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const events = await readPageList(pagePaths.audit, auditList, await searchParams)
  return (
    <ListView
      title="Audit"
      description="Who did what, when and from where, and what was refused. Each event is chained to the one before it, so that none can be changed without trace."
      list={events}
      fields={fields}
      actions={events.outcome.kind === 'rows' && <ExportLink address={events.address} />}
      nothing={{
        icon: ScrollText,
        title: 'Nothing was done yet',
        text: <p>The first edit, accepted or refused, will stand here.</p>,
      }}
    >
      {(rows) => <AuditEvents events={rows} />}
    </ListView>
  )
}

/** Exports everything that the filter matches. The API's range ends at an instant, the page's may end with a whole day. */
function ExportLink({ address: { filters, query } }: { address: ListAddress }) {
  const given = pageParameters(query, [...filters, 'at'])
  const to = given['to'] && untilOf(given['to'])
  const href = withQuery(apiPaths.audit, { ...given, to, format: 'csv' })
  return (
    <a href={href} download="audit.csv" className={buttonClass()}>
      <Download aria-hidden className="size-3.5" />
      Export CSV
    </a>
  )
}
