import { describe, expect, it } from 'vitest'
import { FRESHNESSES } from './freshness.ts'
import { shownState, type StoredState } from './shown.ts'
import { type State, STATES } from './states.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const BEFORE = new Date(NOW.getTime() - 1)
const AFTER = new Date(NOW.getTime() + 1)
/** Began with the change 3; the newest that its manifest depends on is 5. */
const placed = { began: 3, wanted: 5 }

const stored = (state: State, more: Partial<StoredState> = {}): StoredState => ({
  state,
  later: null,
  unwantedSince: null,
  ...more,
})
const shown = (kept: StoredState | null, wanted: typeof placed | null, pulled: number | null) =>
  shownState('fresh', kept, wanted, pulled, NOW)

describe('the state of a placement', () => {
  it.each(STATES)('is %s if its cluster says so of what is wanted', (state) => {
    expect(shown(stored(state), placed, 5)).toBe(state)
    expect(shown(stored(state), placed, 6)).toBe(state)
  })

  it.each(STATES)(
    'is unknown where its cluster has long been silent, though it was %s',
    (state) => {
      for (const freshness of ['stale', 'none'] as const) {
        for (const pulled of [null, 2, 5]) {
          expect(shownState(freshness, stored(state), placed, pulled, NOW)).toBe('unknown')
          expect(shownState(freshness, null, placed, pulled, NOW)).toBe('unknown')
          expect(shownState(freshness, stored(state), null, pulled, NOW)).toBe('unknown')
        }
      }
      expect(shownState('late', stored(state), placed, 5, NOW)).toBe(state)
    },
  )

  it('waits until its cluster speaks of it', () => {
    expect(shown(null, placed, null)).toBe('waiting')
    expect(shown(null, placed, 9)).toBe('waiting')
  })

  it.each(STATES)(
    'waits while its cluster hasn’t pulled what is wanted: not if it was %s',
    (state) => {
      const waits = state === 'degraded' ? state : 'waiting'
      expect(shown(stored(state), placed, null)).toBe(waits)
      expect(shown(stored(state), placed, 2)).toBe(waits)
      // The placement was pulled, what altered its source since wasn't.
      const there = state === 'degraded' || state === 'missing' ? state : 'waiting'
      expect(shown(stored(state), placed, 4)).toBe(there)
    },
  )

  it('becomes with time what its cluster’s word becomes', () => {
    expect(shown(stored('progressing', { later: { state: 'failed', at: AFTER } }), placed, 5)).toBe(
      'progressing',
    )
    for (const at of [BEFORE, NOW]) {
      expect(shown(stored('progressing', { later: { state: 'failed', at } }), placed, 5)).toBe(
        'failed',
      )
    }
  })

  it('waits if what is known of it is of the time when it wasn’t placed', () => {
    for (const state of ['leaving', 'orphaned', 'failed'] as const) {
      expect(shown(stored(state, { unwantedSince: BEFORE }), placed, 9)).toBe('waiting')
    }
  })
})

/** Known not to be placed, and orphaned from an instant on. */
const orphanedAt = (at: Date) =>
  stored('leaving', { unwantedSince: BEFORE, later: { state: 'orphaned', at } })

describe('what is not placed', () => {
  it('has no state if it isn’t there either', () => {
    for (const freshness of FRESHNESSES) {
      expect(shownState(freshness, null, null, 5, NOW)).toBeNull()
    }
  })

  it.each(STATES)('leaves, though it was %s when it was placed', (state) => {
    expect(shown(stored(state), null, 5)).toBe('leaving')
  })

  it.each(['leaving', 'orphaned', 'failed'] as const)(
    'is %s if its cluster says so, knowing that it isn’t placed',
    (state) => {
      expect(shown(stored(state, { unwantedSince: BEFORE }), null, null)).toBe(state)
    },
  )

  it('is orphaned with time', () => {
    expect(shown(orphanedAt(AFTER), null, 5)).toBe('leaving')
    expect(shown(orphanedAt(NOW), null, 5)).toBe('orphaned')
  })
})
