import { describe, expect, it } from 'vitest'
import {
  type Compliance,
  complianceOfBegun,
  complianceOfEnd,
  complianceOfRun,
  countGroups,
  type KnownBegun,
  type KnownEnd,
  type KnownRun,
  tally,
  type Tallied,
} from './compliance.ts'

describe('how far what a change began has come', () => {
  const nothing: KnownBegun = {
    isPulled: false,
    wasHealthy: false,
    last: null,
    hasEnded: false,
    wasPassed: false,
    isSilent: false,
    isClusterGone: false,
  }
  it.each<[string, Partial<KnownBegun>, Compliance | null]>([
    ['not pulled', {}, 'in_progress'],
    ['not pulled by a cluster that is silent', { isSilent: true }, 'unknown'],
    ['pulled', { isPulled: true, last: 'progressing' }, 'in_progress'],
    ['pulled by a cluster that is silent since', { isPulled: true, isSilent: true }, 'unknown'],
    ['healthy', { isPulled: true, wasHealthy: true, last: 'healthy' }, 'succeeded'],
    ['broken later', { isPulled: true, wasHealthy: true, last: 'degraded' }, 'succeeded'],
    ['healthy before a silence', { isPulled: true, wasHealthy: true, isSilent: true }, 'succeeded'],
    ['failed', { isPulled: true, last: 'failed' }, 'failed'],
    ['failed and ended', { isPulled: true, last: 'failed', hasEnded: true }, 'failed'],
    ['healthy and ended', { isPulled: true, wasHealthy: true, hasEnded: true }, 'succeeded'],
    ['ended before it was pulled', { hasEnded: true, wasPassed: true }, null],
    ['ended while nobody listened', { hasEnded: true, isSilent: true }, null],
    ['on a cluster that is no more', { isClusterGone: true, isSilent: true }, null],
    [
      'healthy until its cluster went',
      { isPulled: true, wasHealthy: true, isClusterGone: true },
      'succeeded',
    ],
  ])('%s', (_, known, compliance) => {
    expect(complianceOfBegun({ ...nothing, ...known })).toBe(compliance)
  })
})

describe('how far what a change ended has come', () => {
  const there: KnownEnd = {
    isPulled: false,
    state: 'leaving',
    isSilent: false,
    isPlaced: false,
    isClusterGone: false,
  }
  it.each<[string, Partial<KnownEnd>, Compliance | null]>([
    ['not pulled', {}, 'in_progress'],
    ['being deleted', { isPulled: true }, 'in_progress'],
    ['gone', { isPulled: true, state: null }, 'succeeded'],
    ['gone before a silence', { isPulled: true, state: null, isSilent: true }, 'succeeded'],
    ['never there, and not pulled', { state: null }, 'in_progress'],
    ['silent', { state: 'unknown', isSilent: true }, 'unknown'],
    ['never heard of', { state: null, isSilent: true }, 'unknown'],
    ['it can’t be deleted', { isPulled: true, state: 'failed' }, 'failed'],
    ['nobody deletes it', { isPulled: true, state: 'orphaned' }, 'failed'],
    ['placed once more', { isPulled: true, isPlaced: true }, null],
    ['on a cluster that is no more', { state: null, isSilent: true, isClusterGone: true }, null],
  ])('%s', (_, known, compliance) => {
    expect(complianceOfEnd({ ...there, ...known })).toBe(compliance)
  })
})

describe('whether a placement is at a commit', () => {
  const at: KnownRun = { state: 'healthy', isAtCommit: true, wasAtCommit: false }
  it.each<[string, Partial<KnownRun>, Compliance | null]>([
    ['healthy', {}, 'succeeded'],
    ['degraded', { state: 'degraded' }, 'failed'],
    ['failed', { state: 'failed' }, 'failed'],
    ['missing', { state: 'missing', isAtCommit: false }, 'failed'],
    ['progressing', { state: 'progressing' }, 'in_progress'],
    ['drifted', { state: 'drifted' }, 'in_progress'],
    ['at another', { isAtCommit: false }, 'in_progress'],
    ['at another that is degraded', { state: 'degraded', isAtCommit: false }, 'in_progress'],
    ['gone on to another', { isAtCommit: false, wasAtCommit: true }, null],
    ['silent', { state: 'unknown' }, 'unknown'],
    ['silent, at another', { state: 'unknown', isAtCommit: false, wasAtCommit: true }, 'unknown'],
  ])('%s', (_, known, compliance) => {
    expect(complianceOfRun({ ...at, ...known })).toBe(compliance)
  })
})

describe('the counts', () => {
  const early = new Date('2026-03-01T12:00:00Z')
  const late = new Date('2026-03-01T13:00:00Z')
  const row = (
    key: string | null,
    compliance: Compliance | null,
    count: number,
    silentSince = late,
  ) => ({ key, compliance, count, silentSince }) satisfies Tallied
  const counted = tally([
    row('b', 'succeeded', 3, early),
    row('a', 'succeeded', 1),
    row('a', null, 4),
    row('c', 'unknown', 2),
    row('c', 'unknown', 1, early),
    row(null, 'failed', 1),
    row('c', 'failed', 1),
    row('d', null, 1),
  ])

  it('add up, without what isn’t counted', () => {
    expect(counted).toMatchObject({
      total: 9,
      succeeded: 4,
      failed: 2,
      in_progress: 0,
      unknown: 3,
      superseded: 5,
    })
  })

  it('have the groups with the worst first, and since when a silent one is', () => {
    expect(counted.items.map(({ key, silentSince }) => [key, silentSince])).toEqual([
      [null, null],
      ['c', early],
      ['a', null],
      ['b', null],
      ['d', null],
    ])
  })

  it('count each group once, after its worst', () => {
    expect(countGroups(counted.items)).toEqual({
      total: 4,
      succeeded: 2,
      failed: 2,
      in_progress: 0,
      unknown: 0,
      superseded: 1,
    })
  })
})
