// Instants as people type them: by the clocks of a place, or as RFC 3339 has them.
import {
  type Clocks,
  clocksOf,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
} from '#lib/domain/observed/time-zone.ts'
import { instantOf } from './instant.ts'

export type TypedInstant = {
  readonly at: Date
  /** Whether the clocks show the typed time once, twice (then the first is meant) or never (then the moment they skip it). */
  readonly shown: 'once' | 'twice' | 'never'
}

type Asked = {
  readonly now: Date
  /** The place by its name of the IANA. */
  readonly zone: string
  /** Whether a day without a time means its end, which is the first moment of the next. */
  readonly isEnd: boolean
}

/**
 * The instant that a text means: `now`, `2 h ago`, `in 3 days`, `14:00`, `yesterday 14:00`, `2026-03-01`, `2026-03-01 14:00`, or an
 * RFC 3339 instant with its offset. Days and weeks go by the calendar, shorter times by what passes. Null: it means none.
 */
export function typedInstant(text: string, { now, zone, isEnd }: Asked): TypedInstant | null {
  const typed = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const clocks = clocksOf(zone)
  const today = startOfDay(clocks.shown(now.getTime()))
  const instant = passedInstant(typed, now) ?? offsetInstant(typed)
  if (instant !== null) return storable({ at: instant, shown: 'once' })
  const local = movedDay(typed, clocks.shown(now.getTime())) ?? namedTime(typed, { today, isEnd })
  return local === null ? null : storable(byClocks(clocks, local))
}

const UNITS: readonly (readonly [words: RegExp, ms: number])[] = [
  [/^s(?:ec(?:ond)?s?)?$/, 1000],
  [/^m(?:in(?:ute)?s?)?$/, MINUTE_MS],
  [/^h(?:(?:ou)?rs?)?$/, HOUR_MS],
  [/^d(?:ays?)?$/, DAY_MS],
  [/^w(?:eeks?)?$/, 7 * DAY_MS],
]

/** How far away `2 h ago` is; negative: before now. Null: it is no such text. */
function distance(typed: string): number | null {
  const [, past, pastUnit = '', future, futureUnit = ''] =
    /^(?:(\d{1,4}) ?([a-z]+) ago|in (\d{1,4}) ?([a-z]+))$/.exec(typed) ?? []
  const unit = UNITS.find(([words]) => words.test(pastUnit || futureUnit))
  if (unit === undefined) return null
  return past === undefined ? Number(future) * unit[1] : -Number(past) * unit[1]
}

function passedInstant(typed: string, now: Date): Date | null {
  const away = typed === 'now' ? 0 : distance(typed)
  const isOfDays = away !== null && away !== 0 && /\d ?[dw]/.test(typed)
  return away === null || isOfDays ? null : new Date(now.getTime() + away)
}

/** Days from now, at the same time of the day. */
function movedDay(typed: string, local: number): number | null {
  const away = distance(typed)
  return away === null ? null : local + away
}

function offsetInstant(typed: string): Date | null {
  return /t.*(?:z|[+-]\d\d:\d\d)$/.test(typed) ? instantOf(typed.toUpperCase()) : null
}

const DAYS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 }
const TIME = /^(?:at )?(\d{1,2}):(\d{2})(?::(\d{2}))?$/

/** A day, a time of today, or both. */
function namedTime(
  typed: string,
  { today, isEnd }: { today: number; isEnd: boolean },
): number | null {
  const [, dayText = '', timeText = ''] =
    /^(\d{4}-\d\d-\d\d|yesterday|today|tomorrow)?[ t]?(.*)$/.exec(typed) ?? []
  const moved = DAYS[dayText || 'today']
  const day = moved === undefined ? (instantOf(dayText)?.getTime() ?? null) : today + moved * DAY_MS
  if (day === null || typed === '') return null
  if (timeText === '') return isEnd ? day + DAY_MS : day
  const time = timeOfDay(timeText)
  return time === null ? null : day + time
}

function timeOfDay(text: string): number | null {
  const [, hours = '', minutes, seconds = '0'] = TIME.exec(text) ?? []
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59)
    return null
  return Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * 1000
}

function startOfDay(local: number): number {
  return Math.floor(local / DAY_MS) * DAY_MS
}

/** Clocks are put back by less. */
const SHIFT_MAX_MS = 3 * HOUR_MS

function byClocks(clocks: Clocks, local: number): TypedInstant {
  const at = clocks.firstAt(local)
  const later = at + SHIFT_MAX_MS
  const putBack = clocks.shown(at) - at - (clocks.shown(later) - later)
  const isTwice = putBack > 0 && clocks.shown(at + putBack) === local
  const shown = clocks.shown(at) === local ? (isTwice ? 'twice' : 'once') : 'never'
  return { at: new Date(at), shown }
}

/** Null: its year has not four digits. */
function storable(typed: TypedInstant): TypedInstant | null {
  const isDate = !Number.isNaN(typed.at.getTime())
  return isDate && instantOf(typed.at.toISOString()) !== null ? typed : null
}
