import { describe, expect, it } from 'vitest'
import { changesNeedConfirmation, removalsNeedConfirmation } from './guard.ts'

describe('removals must be confirmed', () => {
  it.each([
    { why: 'above 20, however large the tenant', removed: 21, total: 100_000, recent: 0 },
    { why: 'above a tenth', removed: 11, total: 100, recent: 0 },
    { why: 'above a tenth that is no whole number', removed: 6, total: 59, recent: 0 },
    {
      why: 'when a small tenant loses all, if that is more than 5',
      removed: 6,
      total: 6,
      recent: 0,
    },
    {
      why: 'when the last one comes above 20 with the recent ones',
      removed: 1,
      total: 9999,
      recent: 20,
    },
    { why: 'when the last one comes above a tenth with them', removed: 1, total: 100, recent: 10 },
    { why: 'when the recent ones alone are too many', removed: 1, total: 9999, recent: 500 },
  ])('$why', ({ removed, total, recent }) => {
    expect(removalsNeedConfirmation({ removed, total, recentUnconfirmed: recent })).toBe(true)
  })
})

describe('removals need no confirmation', () => {
  it.each([
    { why: 'at 20', removed: 20, total: 100_000, recent: 0 },
    { why: 'at exactly a tenth', removed: 10, total: 100, recent: 0 },
    { why: 'at 5 of 5', removed: 5, total: 5, recent: 0 },
    { why: 'at 5 with the recent ones', removed: 2, total: 9, recent: 3 },
    { why: 'at 20 with the recent ones', removed: 5, total: 9999, recent: 15 },
    { why: 'when nothing is removed', removed: 0, total: 10, recent: 0 },
    { why: 'when nothing is removed now, whatever was before', removed: 0, total: 10, recent: 99 },
  ])('$why', ({ removed, total, recent }) => {
    expect(removalsNeedConfirmation({ removed, total, recentUnconfirmed: recent })).toBe(false)
  })
})

it('asks for a confirmation of more than 100 changes', () => {
  expect([0, 100, 101].map(changesNeedConfirmation)).toEqual([false, false, true])
})
