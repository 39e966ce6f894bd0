import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minuteText, rfc3339 } from './instant.ts'

const two = (number: number) => String(Math.floor(number)).padStart(2, '0')

describe('an instant', () => {
  it.each([
    ['2026-11-22T01:52:16Z', '2026-11-22T01:52:16.000Z'],
    ['2026-11-22T01:52:16.5Z', '2026-11-22T01:52:16.500Z'],
    ['2026-11-22T01:52:16.123456789Z', '2026-11-22T01:52:16.123Z'],
    ['2026-11-22T01:52:16+01:30', '2026-11-22T00:22:16.000Z'],
    ['2026-11-22T01:52:16.25-12:00', '2026-11-22T13:52:16.250Z'],
    ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('is read from %s', (text, iso) => {
    expect(rfc3339(text)?.toISOString()).toBe(iso)
  })

  it.each([
    '',
    '2026-11-22',
    '2026-11-22T01:52Z',
    '2026-11-22T01:52:16',
    '2026-11-22 01:52:16Z',
    '2026-11-22T01:52:16z',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:60Z',
    '2026-01-01T00:00:00.Z',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00+01:60',
    '2026-01-01T00:00:00+0100',
    '2026-01-01T00:00:00ZZ',
    '2026-01-01T00:00:00Z ',
    ' 2026-01-01T00:00:00Z',
    '+02026-01-01T00:00:00Z',
    '-026-01-01T00:00:00Z',
    '2026-1e-01T00:00:00Z',
    '２０２6-01-01T00:00:00Z',
    '0000-12-31T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '2'.repeat(30),
  ])('is not %j', (text) => {
    expect(rfc3339(text)).toBeNull()
  })

  it('is the one that `Date` reads, whatever the year, the zone and the fraction', () => {
    const years = { min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z') }
    const zones = fc.constantFrom(0, 60, -60, 330, -719, 23 * 60 + 59)
    fc.assert(
      fc.property(fc.date({ ...years, noInvalidDate: true }), zones, (at, zone) => {
        expect(rfc3339(at.toISOString())).toEqual(at)
        const sign = zone < 0 ? '-' : '+'
        const offset = `${sign}${two(Math.abs(zone) / 60)}:${two(Math.abs(zone) % 60)}`
        const local = new Date(at.getTime() + zone * 60_000)
        fc.pre(local.getUTCFullYear() >= 1 && local.getUTCFullYear() <= 9999)
        expect(rfc3339(local.toISOString().replace('Z', offset))).toEqual(at)
      }),
    )
  })
})

it('is told to the minute, in UTC', () => {
  expect(minuteText(new Date('2026-11-22T01:52:16.250+01:00'))).toBe('2026-11-22 00:52 UTC')
})
