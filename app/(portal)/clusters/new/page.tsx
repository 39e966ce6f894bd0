import { NewPage, newMetadata } from '../../new-page.tsx'

export const metadata = newMetadata('cluster')

/** Has a route of its own because `[name]` would take `new` for a name. */
export default function NewClusterPage() {
  return <NewPage kind="cluster" />
}
