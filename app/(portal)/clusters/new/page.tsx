import { NewPage, newMetadata } from '../../new-page.tsx'

export const metadata = newMetadata('cluster')

/** Beside `[name]`, which would take `new` for a name. */
export default function NewClusterPage() {
  return <NewPage kind="cluster" />
}
