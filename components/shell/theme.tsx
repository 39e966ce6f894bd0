'use client'

import { Clock, Monitor, Moon, Rows3, Rows4, Sun } from 'lucide-react'
import { ThemeProvider as Provider, useTheme } from 'next-themes'
import { type ReactNode, useState } from 'react'
import { USUAL_ZONE } from '#components/preferences/preferences.ts'
import { usePreferences } from '#components/preferences/preferences-provider.tsx'
import {
  DropdownMenu,
  MenuChoice,
  MenuChoices,
  MenuSeparator,
} from '#components/ui/dropdown-menu.tsx'
import { ICON_BUTTON } from './icon-button.ts'

const THEMES = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'As the system', icon: Monitor },
]

type ProviderProps = { readonly nonce: string | undefined; readonly children: ReactNode }

export function ThemeProvider({ nonce, children }: ProviderProps) {
  // A document keeps the policy that it was loaded with, so a later answer's nonce doesn't count.
  const [firstNonce] = useState(nonce)
  return (
    <Provider
      attribute="class"
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      nonce={firstNonce}
    >
      {children}
    </Provider>
  )
}

/** UTC, where the visitor is, and what they chose before. */
function zonesOf(chosen: string): readonly string[] {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return [...new Set([USUAL_ZONE, timeZone, chosen])]
}

/** How the portal looks: its colours, the height of its rows, and by whose clocks it shows times. */
export function ThemeMenu() {
  const { theme = 'system', setTheme } = useTheme()
  const { preferences, choose } = usePreferences()
  return (
    <DropdownMenu
      label="Theme"
      triggerClass={ICON_BUTTON}
      trigger={
        <>
          <Sun aria-hidden className="size-4 dark:hidden" />
          <Moon aria-hidden className="size-4 not-dark:hidden" />
        </>
      }
    >
      <MenuChoices value={theme} onChange={setTheme}>
        {THEMES.map(({ value, label, icon: Icon }) => (
          <MenuChoice key={value} value={value}>
            <Icon aria-hidden className="size-4 text-muted" />
            {label}
          </MenuChoice>
        ))}
      </MenuChoices>
      <MenuSeparator />
      <MenuChoices
        value={preferences.rows}
        onChange={(rows) => choose('rows', rows === 'compact' ? rows : 'normal')}
      >
        <MenuChoice value="normal">
          <Rows3 aria-hidden className="size-4 text-muted" />
          Normal rows
        </MenuChoice>
        <MenuChoice value="compact">
          <Rows4 aria-hidden className="size-4 text-muted" />
          Compact rows
        </MenuChoice>
      </MenuChoices>
      <MenuSeparator />
      <MenuChoices value={preferences.zone} onChange={(zone) => choose('zone', zone)}>
        {zonesOf(preferences.zone).map((zone) => (
          <MenuChoice key={zone} value={zone}>
            <Clock aria-hidden className="size-4 text-muted" />
            Times of {zone}
          </MenuChoice>
        ))}
      </MenuChoices>
    </DropdownMenu>
  )
}
