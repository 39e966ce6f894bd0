'use client'

import { useEffect, useEffectEvent } from 'react'
import { useLiveState } from '#components/live/use-live.ts'
import { usePacedRefresh } from '#components/live/use-paced-refresh.ts'

/** Shows the page anew once events come: nobody tells it of what happened after it was made and before that. */
export function LookAgain() {
  const refresh = usePacedRefresh()
  const refreshLater = useEffectEvent(refresh)
  const isLive = useLiveState().kind === 'live'
  useEffect(() => {
    if (isLive) refreshLater()
  }, [isLive])
  return null
}
