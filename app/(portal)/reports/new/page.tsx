import { isReportList } from '#components/list/question.ts'
import { pageParameters, type SearchParams } from '#lib/http/portal/page-query.ts'
import { NewPage, newMetadata } from '../../new-page.tsx'

export const metadata = newMetadata('saved-report')

/** Asks what the list asked from which somebody comes. Has a route of its own because `[name]` would take `new` for a name. */
export default async function NewReportPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const given = pageParameters(await searchParams, ['list', 'query', 'at'])
  return (
    <NewPage kind="saved-report" given={isReportList(given['list'] ?? '') ? given : undefined} />
  )
}
