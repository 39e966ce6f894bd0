import { NewPage, newMetadata } from '../../new-page.tsx'

export const metadata = newMetadata('target-policy')

/** Has a route of its own because `[name]` would take `new` for a name. */
export default function NewPolicyPage() {
  return <NewPage kind="target-policy" />
}
