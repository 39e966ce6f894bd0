'use client'

import { Layers } from 'lucide-react'
import { usePathname, useSearchParams } from 'next/navigation'
import { useSuggestions } from '#components/completion/use-suggestions.ts'
import { labelSuggestions } from '#components/labels/label-suggestions.ts'
import { useNavigate } from '#components/navigation/navigation.ts'
import { usePreferences } from '#components/preferences/preferences-provider.tsx'
import { DropdownMenu, MenuChoice, MenuChoices, MenuNote } from '#components/ui/dropdown-menu.tsx'
import { isBeyond, rescopedPath } from './environment-scope.ts'

const ALL = 'All environments'

/** Chooses the environment that the navigation's lists, and the one that is open, are about. */
export function EnvironmentMenu() {
  const { environment } = usePreferences().preferences
  const isElsewhere = isBeyond(usePathname(), useSearchParams().toString(), environment)
  return (
    <DropdownMenu
      triggerClass="inline-flex h-8 min-w-0 items-center gap-1.5 rounded-md px-2 text-muted hover:bg-sunken max-lg:hidden"
      trigger={
        <>
          <Layers aria-hidden className="size-4 shrink-0" />
          <span className="sr-only">Environment</span>
          <span className={environment === '' ? 'truncate' : 'truncate font-medium text-ink'}>
            {environment === '' ? ALL : environment}
          </span>
          {isElsewhere && (
            <span className="text-xs whitespace-nowrap text-warn">not on this page</span>
          )}
        </>
      }
    >
      <MenuNote>
        <span className="block max-w-60">
          The overview, clusters, placements, history and the matrix open in the chosen environment.
        </span>
      </MenuNote>
      <Environments chosen={environment} />
    </DropdownMenu>
  )
}

const ENVIRONMENTS = labelSuggestions('cluster', 'environment')

function Environments({ chosen }: { chosen: string }) {
  const { choose } = usePreferences()
  const navigate = useNavigate()
  const pathname = usePathname()
  const search = useSearchParams().toString()
  const found = useSuggestions(ENVIRONMENTS, '', true)
  const isListed = chosen === '' || found.some(({ text }) => text === chosen)
  const environments = isListed ? found : [{ text: chosen, note: '' }, ...found]
  const chooseEnvironment = (environment: string) => {
    choose('environment', environment)
    const path = rescopedPath(pathname, search, chosen, environment)
    if (path !== null) navigate(path)
  }
  return (
    <MenuChoices value={chosen} onChange={chooseEnvironment}>
      <MenuChoice value="">{ALL}</MenuChoice>
      {environments.map(({ text, note }) => (
        <MenuChoice key={text} value={text}>
          {text} <span className="text-muted tabular-nums">{note}</span>
        </MenuChoice>
      ))}
    </MenuChoices>
  )
}
