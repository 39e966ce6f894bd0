import { describe, expect, it } from 'vitest'
import { untilOf } from './page-query.ts'

describe('where a range of a page ends', () => {
  it.each([
    ['2026-03-01', '2026-03-02T00:00:00.000Z'],
    ['2024-02-28', '2024-02-29T00:00:00.000Z'],
    ['2026-12-31', '2027-01-01T00:00:00.000Z'],
    ['9999-12-31', '9999-12-31T23:59:59.999Z'],
    ['2026-03-01T12:00:00Z', '2026-03-01T12:00:00Z'],
    ['2026-02-30', '2026-02-30'],
    ['no day at all', 'no day at all'],
  ])('%s is until %s', (text, expected) => {
    expect(untilOf(text)).toBe(expected)
  })
})
