import { ScrollText } from 'lucide-react'
import type { Metadata } from 'next'
import { LIST_FIELDS } from '#components/list/list-fields.ts'
import { ListView } from '#components/list/list-view.tsx'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { auditList } from '#lib/lists/audit.ts'
import { apiPaths, pagePaths } from '#lib/schemas/paths.ts'
import { SavedViews } from '../_views/saved-views.tsx'
import { SaveAsReport } from '../save-as-report.tsx'
import { AuditEvents } from './audit-events.tsx'

export const metadata: Metadata = { title: 'Audit' }

export default async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const events = await readPageList(pagePaths.audit, auditList, await searchParams)
  return (
    <ListView
      title="Audit"
      description="Who did what, when and from where, and what was refused. Each event is chained to the one before it, so that none can be changed without trace."
      list={events}
      api={apiPaths.audit}
      fields={LIST_FIELDS.audit}
      actions={
        <>
          <SavedViews list="audit" address={events.address} />
          <SaveAsReport list="audit" shown={events} />
        </>
      }
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
