const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })
const exact = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
})

/** The exact time with its zone: `3 Mar 2026, 14:05:00 UTC`. */
function exactTime(at: Date): string {
  return `${exact.format(at)} UTC`
}

const ofDay = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' })
const ofYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** The time of day, with the day where it isn't today: `14:02 UTC`, `21 Nov, 14:02 UTC`. */
function clockTime(at: Date, now = new Date()): string {
  const isToday = at.toISOString().slice(0, 10) === now.toISOString().slice(0, 10)
  return `${(isToday ? ofDay : ofYear).format(at)} UTC`
}

/** How long ago, or how far ahead, in the largest unit that fits. */
function relativeTime(at: Date, now = new Date()): string {
  const ms = at.getTime() - now.getTime()
  const [unit, length] = UNITS.find(([, length]) => Math.abs(ms) >= length) ?? []
  return unit === undefined || length === undefined
    ? 'just now'
    : relative.format(Math.trunc(ms / length), unit)
}

export function Ago({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} title={exactTime(at)} className="whitespace-nowrap">
      {relativeTime(at)}
    </time>
  )
}

export function Exact({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} className="whitespace-nowrap tabular-nums">
      {exactTime(at)}
    </time>
  )
}

/** By the clock, with the exact time on hovering. */
export function Clock({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} title={exactTime(at)} className="whitespace-nowrap">
      {clockTime(at)}
    </time>
  )
}
