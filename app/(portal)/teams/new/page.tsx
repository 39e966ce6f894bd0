import { NewPage, newMetadata } from '../../new-page.tsx'

export const metadata = newMetadata('team')

/** Has a route of its own because `[name]` would take `new` for a name. */
export default function NewTeamPage() {
  return <NewPage kind="team" />
}
