'use client'

import { use } from 'react'
import { usePreferredZone } from '#components/preferences/preferences-provider.tsx'
import { TimesOfRow } from '#components/time/row-times.ts'
import { DAY_MS } from '#lib/domain/observed/time-zone.ts'

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

// In numbers: what was 30 hours ago need not have been yesterday.
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'short' })
/** The exact time with its zone: `3 Mar 2026, 14:05:00 UTC`. */
function exactTime(at: Date, timeZone: string): string {
  const format = { dateStyle: 'medium', timeStyle: 'medium', timeZone } as const
  return `${new Intl.DateTimeFormat('en-GB', format).format(at)} ${timeZone}`
}

/** The time of day, with the day where it isn't today: `14:02 UTC`, `21 Nov, 14:02 UTC`. */
export function clockTime(at: Date, timeZone: string, now = new Date()): string {
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone })
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(at)
  const isToday = now.getTime() - at.getTime() < DAY_MS && day.format(at) === day.format(now)
  return `${isToday ? time : `${day.format(at)}, ${time}`} ${timeZone}`
}

/** How long ago, or how far ahead, in the largest unit that fits. */
function relativeTime(at: Date, now = new Date()): string {
  const ms = at.getTime() - now.getTime()
  const [unit, length] = UNITS.find(([, length]) => Math.abs(ms) >= length) ?? []
  return unit === undefined || length === undefined
    ? 'just now'
    : // What is 90 days ahead but for some seconds is 3 months ahead.
      relative.format(ms < 0 ? Math.trunc(ms / length) : Math.round(ms / length), unit)
}

/** How long ago; the instant shows on hovering and on focus, as that of each time. */
export function Ago({ at }: { at: Date }) {
  return <Time at={at} text={relativeTime(at)} />
}

export function Exact({ at }: { at: Date }) {
  return <Time at={at} text={exactTime(at, usePreferredZone())} />
}

/** By the clock. */
export function Clock({ at }: { at: Date }) {
  return <Time at={at} text={clockTime(at, usePreferredZone())} />
}

/** `TimeHint` shows the instant; in a table while its row has the focus, so that not each cell is a stop of the Tab key. */
function Time({ at, text }: { at: Date; text: string }) {
  const isOfRow = use(TimesOfRow)
  return (
    <time
      dateTime={at.toISOString()}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its instant is for those without a pointer, too
      tabIndex={isOfRow ? undefined : 0}
      // Time passes between the server and the browser.
      suppressHydrationWarning
      className="rounded-sm whitespace-nowrap tabular-nums"
    >
      {text}
    </time>
  )
}
