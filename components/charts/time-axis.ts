// The times of a chart in words, in the time zone that people chose.
import { clocksOf, DAY_MS } from '#lib/domain/observed/time-zone.ts'

/** What the clocks show, as if the place were in UTC. */
type Local = Date

type Period = 'hours' | 'days' | 'months'

/** What people count time in, finest first. */
const PERIODS: readonly { readonly period: Period; readonly of: (local: Local) => string }[] = [
  ...[1, 2, 3, 6, 12].map((hours) => ({
    period: 'hours' as const,
    of: (local: Local) => `${dayNumber(local)} ${Math.floor(local.getUTCHours() / hours)}`,
  })),
  ...[1, 2].map((days) => ({
    period: 'days' as const,
    of: (local: Local) => String(Math.floor(dayNumber(local) / days)),
  })),
  // 1 January 1970 was a Thursday.
  { period: 'days', of: (local) => String(Math.floor((dayNumber(local) + 3) / 7)) },
  { period: 'days', of: (local) => String(Math.floor((dayNumber(local) + 3) / 14)) },
  ...[1, 2, 3, 6, 12].map((months) => ({
    period: 'months' as const,
    of: (local: Local) => `${local.getUTCFullYear()} ${Math.floor(local.getUTCMonth() / months)}`,
  })),
]

function dayNumber(local: Local): number {
  return Math.floor(local.getTime() / DAY_MS)
}

export type Tick = { readonly t: string; readonly text: string }

/** The instants at which an axis says the time: where an hour, a day, a week or a month begins, at most so many. */
export function axisTicks(times: readonly string[], zone: string, most: number): readonly Tick[] {
  const { shown } = clocksOf(zone)
  const all = times.map((t) => ({ t, local: new Date(shown(Date.parse(t))) }))
  for (const { period, of } of PERIODS) {
    const begins = all.filter(({ local }, index) => {
      const before = all[index - 1]
      return before !== undefined && of(before.local) !== of(local)
    })
    if (begins.length <= most) {
      return begins.map(({ t, local }) => ({ t, text: tickText(period, local, t, zone) }))
    }
  }
  return []
}

function tickText(period: Period, local: Local, t: string, zone: string): string {
  const words = (options: Intl.DateTimeFormatOptions) => wordsOf(t, zone, options)
  if (period === 'hours' && local.getUTCHours() !== 0)
    return words({ hour: '2-digit', minute: '2-digit' })
  if (period !== 'months') return words({ day: 'numeric', month: 'short' })
  return local.getUTCMonth() === 0 ? words({ year: 'numeric' }) : words({ month: 'short' })
}

function wordsOf(t: string, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(Date.parse(t))
}

const DATE = { day: 'numeric', month: 'short' } as const

/** A step in words: `Sun 22 Nov, 14:00`, a day `Sun 22 Nov 2026`, a week `Week of 16 Nov 2026`. */
export function stepText(t: string, step: string, zone: string): string {
  const date = wordsOf(t, zone, { ...DATE, year: 'numeric' })
  if (step === '1w') return `Week of ${date}`
  return step === '1d' ? `${weekday(t, zone)} ${date}` : instantText(t, zone)
}

/** `Sun 22 Nov, 14:00`. */
export function instantText(t: string, zone: string): string {
  const words = wordsOf(t, zone, { ...DATE, hour: '2-digit', minute: '2-digit' })
  return `${weekday(t, zone)} ${words}`
}

function weekday(t: string, zone: string): string {
  return wordsOf(t, zone, { weekday: 'short' })
}
