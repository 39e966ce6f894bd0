'use client'

import { useRef, useState } from 'react'
import { useNavigate } from '#components/navigation/navigation.ts'
import { usePreferences } from '#components/preferences/preferences-provider.tsx'
import { usePlaceAddress } from '#components/shell/place-addresses.tsx'
import { KeySheetOnDemand } from './key-sheet-on-demand.tsx'
import { PLACES_BY_KEY } from './keys.ts'
import { focusBatch, focusRow, focusSearch, follow, selectRow } from './page-keys.ts'
import { useKeydown } from './use-keydown.ts'

/** Hears single keys, unless the visitor has turned them off or types something. */
export function Shortcuts() {
  const { preferences } = usePreferences()
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  useKeydown(
    useActions(() => setIsSheetOpen(true)),
    preferences.keys === 'on',
  )
  return isSheetOpen && <KeySheetOnDemand onClose={() => setIsSheetOpen(false)} />
}

/** What each key does. */
function useActions(openSheet: () => void) {
  const navigate = useNavigate()
  const addressOf = usePlaceAddress()
  const isAfterG = useRef(false)
  const does: Readonly<Record<string, () => void>> = {
    '/': focusSearch,
    j: () => focusRow(1),
    k: () => focusRow(-1),
    x: () => selectRow(false),
    X: () => selectRow(true),
    b: focusBatch,
    '[': () => follow('a[rel=prev]'),
    ']': () => follow('a[rel=next]'),
    e: () => follow('a[href$="/edit"]'),
    '?': openSheet,
  }
  return (event: KeyboardEvent) => {
    if (!isMeant(event)) return
    const { key } = event
    const place = isAfterG.current ? PLACES_BY_KEY[key] : undefined
    const act = place
      ? () => navigate(addressOf(place.href))
      : isAfterG.current
        ? undefined
        : does[key]
    isAfterG.current = key === 'g' && !isAfterG.current
    if (act === undefined) return
    event.preventDefault()
    act()
  }
}

/** Whether a key is for the page: it isn't typed into a field, and no dialog or menu has it. */
function isMeant({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return false
  const takesKeys =
    'input:not([type=checkbox]), textarea, select, [contenteditable], dialog, [role=dialog], [role=menu]'
  return target instanceof Element && target.closest(takesKeys) === null
}
