'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Reports come once a minute; what they change needn't be seen sooner. */
const EVERY_MS = 30_000
/** The server's clock must have passed the instant, too. */
const AFTER_MS = 200

/**
 * Shows the page anew now and then, and at the instant when something on it turns late or unknown by time alone. A page that
 * nobody looks at waits until somebody does.
 */
export function KeepCurrent({
  lastsMs,
  shownAt,
}: {
  /** For how long what the page shows is as fresh as it says; null: for ever. */
  lastsMs: number | null
  /** When the server made the page, in milliseconds: what it shows lasts from then on. */
  shownAt: number
}) {
  const router = useRouter()
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') router.refresh()
    }
    const poll = setInterval(refresh, EVERY_MS)
    const turn = lastsMs === null ? undefined : setTimeout(refresh, lastsMs + AFTER_MS)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(poll)
      clearTimeout(turn)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [router, lastsMs, shownAt])
  return null
}
