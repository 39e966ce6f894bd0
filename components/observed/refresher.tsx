'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Reports come once a minute; what they change needn't be seen sooner. */
const EVERY_MS = 30_000
/** The server's clock must have passed the instant, too. */
const AFTER_MS = 200

/**
 * Shows the page anew now and then, and once what it shows of a cluster's freshness has ended. A page that nobody looks at
 * waits until somebody does.
 */
export function Refresher({ lastsMs }: { lastsMs: number | null }) {
  const router = useRouter()
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') router.refresh()
    }
    const poll = setInterval(refresh, EVERY_MS)
    const end = lastsMs === null ? undefined : setTimeout(refresh, lastsMs + AFTER_MS)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(poll)
      clearTimeout(end)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [router, lastsMs])
  return null
}
