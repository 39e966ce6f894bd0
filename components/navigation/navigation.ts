'use client'

import { createContext, use, useEffect, useId } from 'react'

type Navigation = {
  /** Opens a page of the portal, unless edits would be lost and the visitor stays. */
  readonly navigate: (href: string, options?: { readonly scroll?: boolean }) => void
  /** What is typed and not saved, in people's words, by the form that holds it. */
  readonly unsaved: Map<string, string>
}

/** Pages without anything typed do without it. */
export const loadLeaveDialog = () => import('./leave-dialog.tsx')

export const NavigationContext = createContext<Navigation | null>(null)

export function useNavigate(): Navigation['navigate'] {
  return useNavigation().navigate
}

/** While there are such edits, whoever leaves the page is asked first. */
export function useUnsavedEdits(fields: readonly string[]): void {
  const { unsaved } = useNavigation()
  const form = useId()
  const words = fields.join(', ')
  useEffect(() => {
    if (words === '') return
    unsaved.set(form, words)
    // Whoever leaves may have lost the network.
    void loadLeaveDialog().catch(() => undefined)
    return () => void unsaved.delete(form)
  }, [unsaved, form, words])
}

function useNavigation(): Navigation {
  const navigation = use(NavigationContext)
  if (navigation === null) throw new Error('this belongs inside a NavigationProvider')
  return navigation
}
