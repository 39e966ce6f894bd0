'use client'

import { CircleDashed, type LucideIcon, Radio, RefreshCw, WifiOff } from 'lucide-react'
import { useState } from 'react'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { Clock } from '#components/ui/time.tsx'
import type { LiveState } from './live-source.ts'
import { useLiveState } from './use-live.ts'

const LOOKS: Readonly<
  Record<
    LiveState['kind'],
    { readonly tone: Tone; readonly icon: LucideIcon; readonly word: string }
  >
> = {
  connecting: { tone: 'neutral', icon: CircleDashed, word: 'Connecting…' },
  live: { tone: 'neutral', icon: Radio, word: 'Live' },
  reconnecting: { tone: 'progress', icon: RefreshCw, word: 'Reconnecting…' },
  stale: { tone: 'warn', icon: WifiOff, word: 'Stale' },
}

/** Whether pages change by themselves with what happens, or what they show may be old. */
export function LiveChip() {
  const state = useLiveState()
  const [wasCut, setWasCut] = useState(false)
  const isCut = state.kind === 'reconnecting' || state.kind === 'stale'
  if (isCut && !wasCut) setWasCut(true)
  const { tone, icon, word } = LOOKS[state.kind]
  return (
    // That all is well is news only after it was not.
    <output aria-live={wasCut ? 'polite' : 'off'} aria-label="Updates" className="inline-flex">
      <Badge tone={tone} icon={icon}>
        <span className={state.kind === 'live' ? 'max-sm:sr-only' : undefined}>{word}</span>
        {state.kind === 'stale' && (
          <span className="max-sm:sr-only">
            {' '}
            since <Clock at={new Date(state.since)} />
          </span>
        )}
      </Badge>
    </output>
  )
}
