// Instants by the clocks of a place, as people read and type them.
import { clocksOf } from '#lib/domain/observed/time-zone.ts'

/** As it may be typed again: `2026-03-01 14:05`, with seconds where there are some. */
export function typedText(at: Date, zone: string): string {
  const shown = new Date(clocksOf(zone).shown(at.getTime())).toISOString()
  const [minutes, seconds] = [shown.slice(0, 16), shown.slice(17, 19)]
  return `${minutes}${seconds === '00' ? '' : `:${seconds}`}`.replace('T', ' ')
}

/** `Sun, 1 Mar 2026, 14:05:00 Europe/Berlin`. */
export function wholeText(at: Date, zone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: zone,
  })
  return `${format.format(at)} ${zone}`
}

/** For the API: to the second. */
export function sentText(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`
}
