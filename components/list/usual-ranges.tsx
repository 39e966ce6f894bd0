import { RangeLinks } from '#components/time/range-links.tsx'
import { type Range, RANGE_NAMES, RANGES } from '#components/time/ranges.ts'
import { type ListAddress, listHref } from '#lib/schemas/paths.ts'

const MINUTE_MS = 60_000
/** A range until now has been chosen a while ago when the page shows it. */
const SHARE_OFF = 0.02

/** The usual ranges until now, for a list of what happened. */
export function UsualRanges({ address }: { address: ListAddress }) {
  return <RangeLinks {...rangesOf(address)} />
}

function rangesOf(address: ListAddress, now = new Date()) {
  return {
    current: chosenRange(address, now),
    hrefOf: (range: Range) => listHref(address, { from: beginOf(range, now), to: null }),
  }
}

/** To the minute, as people say it. */
function beginOf(range: Range, now: Date): string {
  const begin = now.getTime() - RANGES[range].ms
  return new Date(begin - (begin % MINUTE_MS)).toISOString()
}

/** Null: the list is asked for another time, or for any. */
function chosenRange({ query: { from = '', to } }: ListAddress, now: Date): Range | null {
  const lasts = now.getTime() - Date.parse(from)
  const isNear = (ms: number) => Math.abs(lasts - ms) <= Math.max(SHARE_OFF * ms, 2 * MINUTE_MS)
  return (to === undefined ? RANGE_NAMES.find((range) => isNear(RANGES[range].ms)) : null) ?? null
}
