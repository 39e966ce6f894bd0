'use client'

import { useEffect, useEffectEvent } from 'react'

/**
 * Holds up whoever leaves by the browser's own ways while something is unsaved. Back and forward within the portal go through
 * `ask`, which gets what goes on; a browser that lets nobody cancel them leaves at once. For whatever unloads the document, only
 * the browser itself may ask.
 * https://developer.mozilla.org/docs/Web/API/Navigation/navigate_event
 */
export function useWaysOut(
  unsaved: ReadonlyMap<string, string>,
  ask: (leave: () => void) => void,
): void {
  const traverse = useEffectEvent((event: NavigateEvent) => {
    const { navigationType, cancelable, hashChange, destination } = event
    if (unsaved.size === 0 || navigationType !== 'traverse' || !cancelable || hashChange) return
    event.preventDefault()
    ask(() => window.navigation.traverseTo(destination.key))
  })
  const unload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (unsaved.size > 0) event.preventDefault()
  })
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('beforeunload', (event) => unload(event), { signal })
    if ('navigation' in window) {
      window.navigation.addEventListener('navigate', (event) => traverse(event), { signal })
    }
    return () => listening.abort()
  }, [])
}
