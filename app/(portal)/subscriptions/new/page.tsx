import { NewPage, newMetadata } from '../../new-page.tsx'

export const metadata = newMetadata('subscription')

/** Has a route of its own because `[name]` would take `new` for a name. */
export default function NewSubscriptionPage() {
  return <NewPage kind="subscription" />
}
