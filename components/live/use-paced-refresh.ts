'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState, useTransition } from 'react'
import { Pace } from './pace.ts'

/** Shows the page anew soon, at most once in two seconds. A page that nobody looks at waits until somebody does. */
export function usePacedRefresh(): () => void {
  const router = useRouter()
  const [isRefreshing, start] = useTransition()
  const [pace] = useState(() => new Pace(() => start(() => router.refresh())))
  useEffect(() => {
    if (!isRefreshing) pace.ended()
  }, [isRefreshing, pace])
  useEffect(() => {
    const look = () => pace.setHidden(document.visibilityState === 'hidden')
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      pace.stop()
    }
  }, [pace])
  return () => pace.want()
}
