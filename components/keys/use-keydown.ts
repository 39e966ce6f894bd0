'use client'

import { useEffect, useEffectEvent } from 'react'

/** Hears each key that is pressed anywhere on the page, while it is on. */
export function useKeydown(hear: (event: KeyboardEvent) => void, isOn: boolean): void {
  const press = useEffectEvent(hear)
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn])
}
