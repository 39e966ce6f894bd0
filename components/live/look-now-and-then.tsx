'use client'

import { useEffect, useEffectEvent } from 'react'
import { usePacedRefresh } from './use-paced-refresh.ts'

const EVERY_MS = 60_000

/** Shows a page anew every minute: for people without a role, who may not follow what happens. */
export function LookNowAndThen() {
  const refresh = usePacedRefresh()
  const refreshLater = useEffectEvent(refresh)
  useEffect(() => {
    const poll = setInterval(() => refreshLater(), EVERY_MS)
    return () => clearInterval(poll)
  }, [])
  return null
}
