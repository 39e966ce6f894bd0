import { pageParameters, type SearchParams } from '#lib/http/portal/page-query.ts'
import { NewPage, newMetadata } from '../../new-page.tsx'

export const metadata = newMetadata('target-policy')

/** Selects the application from which somebody comes. Has a route of its own because `[name]` would take `new` for a name. */
export default async function NewPolicyPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const { namespace, application } = pageParameters(await searchParams, [
    'namespace',
    'application',
  ])
  if (namespace === undefined || application === undefined) return <NewPage kind="target-policy" />
  const app_selector = { matchLabels: { name: application } }
  return <NewPage kind="target-policy" given={{ namespace, app_selector }} />
}
