'use client'

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { LiveEvent, LiveTopic } from '#lib/schemas/live.ts'
import { apiPaths } from '#lib/schemas/paths.ts'
import { LiveSource, type LiveState } from './live-source.ts'

/** One in each tab. */
let tabSource: LiveSource | null = null

function sourceOfTab(): LiveSource {
  if (tabSource !== null) return tabSource
  const source = new LiveSource(() => new EventSource(apiPaths.events))
  const look = () => source.setHidden(document.visibilityState === 'hidden')
  look()
  document.addEventListener('visibilitychange', look)
  tabSource = source
  return source
}

/**
 * Calls `onEvent` for each event of these topics, while the component is there. A `reset` comes to everybody: something was
 * missed, so everything has to be looked at again.
 */
export function useLive(topics: readonly LiveTopic[], onEvent: (event: LiveEvent) => void): void {
  const hear = useEffectEvent(onEvent)
  const key = topics.join(' ')
  useEffect(() => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as they were joined
    const wanted = key.split(' ') as LiveTopic[]
    return sourceOfTab().listen(wanted, (event) => hear(event))
  }, [key])
}

const CONNECTING: LiveState = { kind: 'connecting' }

/** Whether the stream of events is there. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (tell) => sourceOfTab().watch(tell),
    () => sourceOfTab().state,
    () => CONNECTING,
  )
}
