import { NewPage, newMetadata } from '../../new-page.tsx'

export const metadata = newMetadata('team')

/** Beside `[name]`, which would take `new` for a name. */
export default function NewTeamPage() {
  return <NewPage kind="team" />
}
