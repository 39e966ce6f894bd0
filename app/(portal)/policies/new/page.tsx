import { NewPage, newMetadata } from '../../new-page.tsx'

export const metadata = newMetadata('target-policy')

/** Beside `[name]`, which would take `new` for a name. */
export default function NewPolicyPage() {
  return <NewPage kind="target-policy" />
}
