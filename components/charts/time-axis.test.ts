import { describe, expect, it } from 'vitest'
import { axisTicks, stepText } from './time-axis.ts'

const HOUR_MS = 3_600_000

function instants(from: string, hours: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(from) + index * hours * HOUR_MS).toISOString(),
  )
}

const textsOf = (times: readonly string[], zone: string, most = 8) =>
  axisTicks(times, zone, most).map(({ text }) => text)

describe('the times of an axis', () => {
  it.each([
    [
      'hours of a day',
      instants('2026-11-21T14:00:00Z', 1, 24),
      'UTC',
      ['15:00', '18:00', '21:00', '22 Nov', '03:00', '06:00', '09:00', '12:00'],
    ],
    [
      'days of a week',
      instants('2026-11-15T12:00:00Z', 3, 56),
      'UTC',
      ['16 Nov', '17 Nov', '18 Nov', '19 Nov', '20 Nov', '21 Nov', '22 Nov'],
    ],
    [
      'the weeks of a month, on Mondays',
      instants('2026-10-23T00:00:00Z', 24, 31),
      'UTC',
      ['26 Oct', '2 Nov', '9 Nov', '16 Nov'],
    ],
    [
      'the months of a year',
      instants('2025-12-07T00:00:00Z', 7 * 24, 52),
      'UTC',
      ['2026', 'Mar', 'May', 'Jul', 'Sept', 'Nov'],
    ],
    [
      'days as the clocks of the place show them',
      instants('2026-11-20T00:00:00Z', 6, 12),
      'Australia/Sydney',
      ['21 Nov', '22 Nov', '23 Nov'],
    ],
  ])('are %s', (_, times, zone, texts) => {
    const most = texts.length
    expect(textsOf(times, zone, most)).toEqual(texts)
  })

  it('are none where none begins', () => {
    expect(textsOf(instants('2026-11-22T14:00:00Z', 1, 1), 'UTC')).toEqual([])
  })
})

it.each([
  ['1h', 'UTC', 'Sun 22 Nov, 14:00'],
  ['6h', 'Asia/Kolkata', 'Sun 22 Nov, 19:30'],
  ['1d', 'Pacific/Auckland', 'Mon 23 Nov 2026'],
  ['1w', 'UTC', 'Week of 22 Nov 2026'],
])('says a step of %s by the clocks of %s', (step, zone, text) => {
  expect(stepText('2026-11-22T14:00:00Z', step, zone)).toBe(text)
})
