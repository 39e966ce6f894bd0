'use client'

import { useEffect, useEffectEvent } from 'react'
import { useLive, useLiveState } from '#components/live/use-live.ts'
import { usePacedRefresh } from '#components/live/use-paced-refresh.ts'
import { LIVE_TOPICS, type LiveEvent } from '#lib/schemas/live.ts'

/** While nothing is heard of what happens. */
const EVERY_MS = 30_000
/** The server's clock must have passed the instant, too. */
const AFTER_MS = 200

/**
 * Shows the page anew when something happens that may change it, and once what it shows of a cluster's freshness has ended.
 * Where events don't come, it is shown anew now and then. A page that nobody looks at waits until somebody does.
 */
export function Refresher({
  madeAt,
  freshUntil,
  cluster,
}: {
  /** When the page was made, and until when all that it shows stays as fresh as it is (null: for ever), by the server's clock. */
  madeAt: number
  freshUntil: number | null
  /** The only cluster that the page is about; null: any may be. */
  cluster: string | null
}) {
  const refresh = usePacedRefresh()
  const refreshLater = useEffectEvent(refresh)
  const isLive = useLiveState().kind === 'live'
  useLive(LIVE_TOPICS, (event) => {
    if (concerns(event, cluster)) refresh()
  })
  useEffect(() => {
    if (isLive) return
    const poll = setInterval(() => refreshLater(), EVERY_MS)
    return () => clearInterval(poll)
  }, [isLive])
  useEffect(() => {
    if (freshUntil === null) return
    const end = setTimeout(() => refreshLater(), freshUntil - madeAt + AFTER_MS)
    return () => clearTimeout(end)
  }, [madeAt, freshUntil])
  return null
}

function concerns({ topic, ids }: LiveEvent, cluster: string | null): boolean {
  const isOfClusters = topic === 'observed' || topic === 'freshness'
  return cluster === null || !isOfClusters || ids === undefined || ids.includes(cluster)
}
