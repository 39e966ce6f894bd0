import { BookmarkPlus } from 'lucide-react'
import { GuardedLink } from '#components/ui/guarded.tsx'
import type { ReportList } from '#lib/domain/objects/saved-report/report-lists.ts'
import { whyNotCreate } from '#lib/http/portal/why-not.ts'
import type { PageList } from '#lib/schemas/page-list.ts'
import { newReportPath } from '#lib/schemas/paths.ts'

/** Leads from a list to the form of a saved report that asks the same. */
export async function SaveAsReport({
  list,
  shown: { asked, at, outcome },
}: {
  list: ReportList
  shown: PageList<unknown>
}) {
  // What can't be read can't be saved.
  if (outcome.kind !== 'rows') return null
  const query = new URLSearchParams(asked).toString()
  return (
    <GuardedLink
      href={newReportPath({ list, query, at })}
      icon={BookmarkPlus}
      refusal={await whyNotCreate('saved-report')}
    >
      Save as report
    </GuardedLink>
  )
}
