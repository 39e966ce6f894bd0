import { Tabs } from '#components/ui/tabs.tsx'
import type { FirstScreen } from '#lib/http/portal/first-screens.ts'
import { pagePaths } from '#lib/schemas/paths.ts'

const SCREENS: Readonly<Record<FirstScreen, { readonly href: string; readonly label: string }>> = {
  fleet: { href: pagePaths.fleet, label: 'Fleet' },
  teams: { href: pagePaths.myTeams, label: 'My teams' },
  review: { href: pagePaths.review, label: 'Review' },
}

/** The faces of the first page, for those who have several. */
export function ScreenTabs({
  screens,
  current,
}: {
  screens: readonly FirstScreen[]
  current: FirstScreen
}) {
  if (screens.length === 1) return null
  return (
    <Tabs
      label="First screens"
      tabs={screens.map((screen) => ({ ...SCREENS[screen], current: screen === current }))}
    />
  )
}
