import { array, assert, boolean, constantFrom, integer, oneof, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clocksOf } from '#lib/domain/observed/time-zone.ts'
import { typedInstant } from './typed-instant.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 200)
const BERLIN = 'Europe/Berlin'
/** 13:30 in Berlin, where summer time began half a day before. */
const now = new Date('2026-03-29T11:30:00Z')

const read = (text: string, zone = BERLIN, isEnd = false) => {
  const typed = typedInstant(text, { now, zone, isEnd })
  return typed && [typed.at.toISOString().replace('.000Z', 'Z'), typed.shown]
}

describe('a typed instant', () => {
  it.each([
    // typed | means
    ['now', '2026-03-29T11:30:00Z'],
    ['2 h ago', '2026-03-29T09:30:00Z'],
    ['2h ago', '2026-03-29T09:30:00Z'],
    ['  15 Minutes   ago ', '2026-03-29T11:15:00Z'],
    ['90 s ago', '2026-03-29T11:28:30Z'],
    ['24 hours ago', '2026-03-28T11:30:00Z'],
    // By the calendar: the clocks were put forward meanwhile.
    ['1 day ago', '2026-03-28T12:30:00Z'],
    ['1 week ago', '2026-03-22T12:30:00Z'],
    ['in 3 days', '2026-04-01T11:30:00Z'],
    ['in 5 min', '2026-03-29T11:35:00Z'],
    ['0 h ago', '2026-03-29T11:30:00Z'],
    ['today', '2026-03-28T23:00:00Z'],
    ['yesterday', '2026-03-27T23:00:00Z'],
    ['yesterday 14:00', '2026-03-28T13:00:00Z'],
    ['yesterday at 9:05', '2026-03-28T08:05:00Z'],
    ['tomorrow 00:00', '2026-03-29T22:00:00Z'],
    ['14:00', '2026-03-29T12:00:00Z'],
    ['2026-01-31', '2026-01-30T23:00:00Z'],
    ['2026-01-31 14:00', '2026-01-31T13:00:00Z'],
    ['2026-01-31T14:00:07', '2026-01-31T13:00:07Z'],
    ['2026-01-31T14:00:00Z', '2026-01-31T14:00:00Z'],
    ['2026-01-31t14:00:00+05:30', '2026-01-31T08:30:00Z'],
  ])('%j is %s', (text, at) => {
    expect(read(text)).toEqual([at, 'once'])
  })

  it.each([
    '',
    ' ',
    'soon',
    '2 fortnights ago',
    '99999 h ago',
    '-1 h ago',
    '25:00',
    '14:60',
    'yesterday 14',
    '2026-02-30',
    '2026-13-01 10:00',
    '0001-01-01',
    '2026-01-31T14:00:00+24:00x',
  ])('%j is none', (text) => {
    expect(read(text)).toBeNull()
  })

  it.each([
    // the last day of the range | where it ends
    ['2026-03-29', '2026-03-29T22:00:00Z'],
    ['today', '2026-03-29T22:00:00Z'],
    ['yesterday', '2026-03-28T23:00:00Z'],
    ['yesterday 14:00', '2026-03-28T13:00:00Z'],
    ['2 h ago', '2026-03-29T09:30:00Z'],
  ])('%j as an end is %s', (text, at) => {
    expect(read(text, BERLIN, true)).toEqual([at, 'once'])
  })

  it.each([
    // where | typed | the first of two, or when the clocks skip it
    [BERLIN, '2026-10-25 02:30', '2026-10-25T00:30:00Z', 'twice'],
    [BERLIN, '2026-10-25 01:59', '2026-10-24T23:59:00Z', 'once'],
    [BERLIN, '2026-10-25 03:00', '2026-10-25T02:00:00Z', 'once'],
    [BERLIN, '2026-03-29 02:30', '2026-03-29T01:00:00Z', 'never'],
    ['Australia/Lord_Howe', '2026-04-05 01:45', '2026-04-04T14:45:00Z', 'twice'],
    ['Australia/Lord_Howe', '2026-10-04 02:15', '2026-10-03T15:30:00Z', 'never'],
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00Z', 'never'],
  ])('in %s %j is %s, which the clocks show %s', (zone, text, at, shown) => {
    expect(read(text, zone)).toEqual([at, shown])
  })

  const zone = constantFrom(
    'UTC',
    BERLIN,
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Asia/Kolkata',
  )
  const second = integer({
    min: Date.parse('1975-01-01T00:00:00Z') / 1000,
    max: Date.parse('2037-01-01') / 1000,
  }).map((seconds) => new Date(seconds * 1000))

  it('that is what the clocks show is the first instant at which they show it', () => {
    assert(
      property(second, zone, (at, zone) => {
        const shown = new Date(clocksOf(zone).shown(at.getTime())).toISOString().slice(0, 19)
        const typed = typedInstant(shown.replace('T', ' '), { now, zone, isEnd: false })!
        expect(clocksOf(zone).shown(typed.at.getTime())).toBe(Date.parse(`${shown}Z`))
        expect(typed.at.getTime()).toBeLessThanOrEqual(at.getTime())
        if (typed.at < at) expect(typed.shown).toBe('twice')
        expect(typed.shown).not.toBe('never')
      }),
      { numRuns },
    )
  })

  it('with its offset is the same everywhere', () => {
    assert(
      property(second, zone, boolean(), (at, zone, isEnd) => {
        const typed = typedInstant(at.toISOString(), { now, zone, isEnd })
        expect(typed).toEqual({ at, shown: 'once' })
      }),
      { numRuns },
    )
  })

  it('never throws, whatever is typed', () => {
    const words = constantFrom(
      'in',
      'ago',
      'h',
      'd',
      'yesterday',
      'at',
      '2026-03-29',
      '24:00',
      '7',
      'T',
    )
    const text = oneof(
      string(),
      array(words).map((each) => each.join(' ')),
    )
    assert(
      property(text, zone, boolean(), (text, zone, isEnd) => {
        const typed = typedInstant(text, { now, zone, isEnd })
        expect(typed === null || !Number.isNaN(typed.at.getTime())).toBe(true)
      }),
      { numRuns },
    )
  })
})
