'use client'

import { useRef } from 'react'

/** Gives the focus back to what had it before a dialog opened: Radix does so only for a trigger of its own. */
export function useOpener() {
  const opener = useRef<Element | null>(null)
  return {
    remember: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}
