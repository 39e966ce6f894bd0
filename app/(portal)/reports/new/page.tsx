import { NewPage, newMetadata } from '../../new-page.tsx'

export const metadata = newMetadata('saved-report')

/** Has a route of its own because `[name]` would take `new` for a name. */
export default function NewReportPage() {
  return <NewPage kind="saved-report" />
}
