import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockOffset, heard, isNewer } from './word.ts'

const HOUR_MS = 3_600_000
const NOON = Date.parse('2026-03-01T12:00:00Z')
const at = (ms: number) => new Date(NOON + ms)
/** Heard by a portal that knows what earlier words told of the clock. */
const hear = (
  { saw, sent = null, known = null }: { saw: number; sent?: number | null; known?: number | null },
  receivedMs: number,
) =>
  heard(
    { observedAt: at(saw), sentAt: sent === null ? null : at(sent), sequence: null },
    at(receivedMs),
    known,
  )

describe('which of two words is newer', () => {
  it.each([
    ['the one with the higher count', [5, 0], [4, 9], true],
    ['not the one with the lower count, though its clock says so', [4, 9], [5, 0], false],
    ['neither of two with one count', [4, 9], [4, 0], false],
    ['the later one, where one of them has no count', [null, 2], [7, 1], true],
    ['not the earlier one, where one of them has no count', [7, 1], [null, 2], false],
    ['the later one, where neither has a count', [null, 2], [null, 1], true],
    ['neither of two of one instant', [null, 1], [null, 1], false],
  ] as const)('is %s', (_, [count, ms], [otherCount, otherMs], expected) => {
    const word = { at: at(ms), sequence: count }
    expect(isNewer(word, { at: at(otherMs), sequence: otherCount })).toBe(expected)
  })

  it('stays as it is when more is learnt of the clock', () => {
    // The first is taken for one of a clock that is behind; the second shows that it was under way for long.
    const first = hear({ saw: 0, sent: 0 }, 10 * HOUR_MS)
    const fresh = hear({ saw: 11 * HOUR_MS, sent: 11 * HOUR_MS, known: first.offset }, 11 * HOUR_MS)
    const late = hear({ saw: HOUR_MS, sent: HOUR_MS, known: fresh.offset }, 12 * HOUR_MS)
    expect(late.at < first.at).toBe(true)
    expect(isNewer(late.order, first.order)).toBe(true)
    expect(isNewer(late.order, fresh.order)).toBe(false)
  })

  it('is the one after a clock was put right that had been ahead, within a day however far ahead it was', () => {
    const ahead = hear({ saw: 9000 * HOUR_MS }, 0)
    const soon = hear({ saw: 23 * HOUR_MS, known: ahead.offset }, 23 * HOUR_MS)
    const later = hear({ saw: 25 * HOUR_MS, known: ahead.offset }, 25 * HOUR_MS)
    expect(isNewer(soon.order, ahead.order)).toBe(false)
    expect(isNewer(later.order, ahead.order)).toBe(true)
    expect(later.at).toEqual(at(25 * HOUR_MS))
  })
})

describe('when a word was said', () => {
  it.each([
    ['as observed, where nothing is known of the clock', { saw: -5000 }, 0, -5000],
    ['as received, where the clock is ahead', { saw: HOUR_MS }, 0, 0],
    ['as received, where it doesn’t say', { saw: 0 }, 0, 0],
    [
      'by our clock, where it says when it was sent',
      { saw: HOUR_MS - 5000, sent: HOUR_MS },
      0,
      -5000,
    ],
    ['by our clock, where that one is behind', { saw: -HOUR_MS - 5000, sent: -HOUR_MS }, 0, -5000],
    ['by what is known of the clock', { saw: HOUR_MS - 5000, known: HOUR_MS }, 60_000, -5000],
    ['long ago, where it was under way for long', { saw: 0, sent: 0, known: 0 }, HOUR_MS, 0],
  ])('is %s', (_, word, receivedMs, expected) => {
    expect(hear(word, receivedMs).at).toEqual(at(expected))
  })

  it('is when it was received, where it says nothing of that', () => {
    const word = { observedAt: null, sentAt: null, sequence: null }
    expect(heard(word, at(0), null)).toEqual({
      order: { at: at(0), sequence: null },
      at: at(0),
      offset: null,
    })
    expect(heard(word, at(0), HOUR_MS)).toEqual({
      order: { at: at(HOUR_MS), sequence: null },
      at: at(0),
      offset: HOUR_MS,
    })
  })

  it('is never after it was received, and known as exactly as the fastest word of a clock that goes evenly', () => {
    const delay = fc.oneof(
      fc.integer({ min: 0, max: 2000 }),
      fc.integer({ min: 0, max: 24 * HOUR_MS }),
    )
    const offset = fc.integer({ min: -HOUR_MS, max: HOUR_MS })
    fc.assert(
      fc.property(offset, fc.array(fc.tuple(fc.nat(48 * HOUR_MS), delay)), (ahead, words) => {
        const comes = words
          .map(([said, delay]) => ({ said, received: said + delay }))
          .sort((a, b) => a.received - b.received)
        let known: number | null = null
        let fastest = Number.POSITIVE_INFINITY
        for (const { said, received } of comes) {
          const word = hear({ saw: said + ahead, sent: said + ahead, known }, received)
          fastest = Math.min(fastest, received - said)
          expect(word.at.getTime()).toBeLessThanOrEqual(at(received).getTime())
          // A clock that seems right is taken as right, though it may be a word that took just as long as it is ahead.
          const mayMislead = comes.some(
            ({ said, received }) => Math.abs(said + ahead - received) <= 30_000,
          )
          if (!mayMislead) expect(word.at).toEqual(at(said + fastest))
          known = word.offset
        }
      }),
    )
  })
})

describe('what is known of a clock', () => {
  it.each([
    ['nothing by a word that came later than it was seen', -5000, null, null, null],
    ['that it is ahead by a word from the future', 5000, null, null, 5000],
    ['exactly when it says when it sent', -9000, -5000, null, -5000],
    [
      'still how far ahead it is, by a word that was under way for long',
      -HOUR_MS,
      -HOUR_MS,
      5000,
      5000,
    ],
    ['how far ahead it is by now', HOUR_MS, HOUR_MS, 5000, HOUR_MS],
    ['that it was put right', -9000, -200, HOUR_MS, -200],
    ['the same, by words that take some seconds more or less', -9000, -9000, -200, -200],
  ])('is %s', (_, saw, sent, known, expected) => {
    expect(clockOffset(at(saw), sent === null ? null : at(sent), at(0), known)).toBe(expected)
  })
})
