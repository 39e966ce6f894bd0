'use client'

import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { keptChoice, type PreferenceName, type Preferences, USUAL_ZONE } from './preferences.ts'

type Chosen = {
  readonly preferences: Preferences
  readonly choose: <N extends PreferenceName>(name: N, choice: Preferences[N]) => void
}

const Context = createContext<Chosen | null>(null)

/** Keeps the visitor's choices, and draws the page by them: styles follow from the attributes. */
export function PreferencesProvider({
  initial,
  children,
}: {
  initial: Preferences
  children: ReactNode
}) {
  const [preferences, setPreferences] = useState(initial)
  const chosen = useMemo(
    () => ({
      preferences,
      choose: <N extends PreferenceName>(name: N, choice: Preferences[N]) => {
        // oxlint-disable-next-line unicorn/no-document-cookie -- the other way is asynchronous and not in every browser
        document.cookie = keptChoice(name, choice)
        setPreferences((known) => ({ ...known, [name]: choice }))
      },
    }),
    [preferences],
  )
  return (
    <Context value={chosen}>
      <div className="contents" data-rows={preferences.rows}>
        {children}
      </div>
    </Context>
  )
}

/** By whose clocks times are shown; pages that nobody has signed in to show those of UTC. */
export function usePreferredZone(): string {
  return use(Context)?.preferences.zone ?? USUAL_ZONE
}

export function usePreferences(): Chosen {
  const chosen = use(Context)
  if (chosen === null) throw new Error('this belongs inside a PreferencesProvider')
  return chosen
}
