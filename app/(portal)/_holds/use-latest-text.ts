import { useState } from 'react'
import { usePreferredZone } from '#components/preferences/preferences-provider.tsx'
import { clockTime } from '#components/ui/time.tsx'
import type { HoldLimits } from './hold-pair.ts'

/** Until when a hold may be at the latest, counted from when it was first written; `since` null: from now on. */
export function useLatestText({ allowed }: HoldLimits, since: string | null): string {
  const zone = usePreferredZone()
  const [now] = useState(() => Date.now())
  const from = since === null ? now : Date.parse(since)
  const latest = ({ longestMs }: HoldLimits['allowed'][number]) =>
    clockTime(new Date(from + longestMs), zone)
  const [first, ...others] = allowed
  if (first === undefined)
    return 'Its environment allows no hold any more: it can only end earlier.'
  if (others.every(({ longestMs }) => longestMs === first.longestMs)) {
    const why = since === null ? '' : ', counted from when it was first held'
    return `Until ${latest(first)} at the latest${why}.`
  }
  const each = allowed.map((limit) => `in ${limit.environment} until ${latest(limit)}`)
  return `At the latest ${each.join(', ')}.`
}
