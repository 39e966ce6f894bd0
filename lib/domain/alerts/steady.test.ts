import { describe, expect, it } from 'vitest'
import { isSteady, isWorthNoting, lookedAgain, type Looks } from './steady.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 12, minute))
const looks = (looked: number, steady: number): Looks => ({
  lookedAt: at(looked),
  steadySince: at(steady),
})

describe('looks at alert rules', () => {
  const rows: readonly (readonly [
    what: string,
    before: Looks | null,
    now: number,
    Looks,
    boolean,
  ])[] = [
    ['are steady at the first rule of all', null, 0, looks(0, -5), true],
    ['stay so as long as they go on', looks(3, 0), 4, looks(4, 0), false],
    ['are steady once they went on for five minutes', looks(4, 0), 5, looks(5, 0), true],
    ['may pause for five minutes', looks(30, 0), 35, looks(35, 0), true],
    ['begin anew after a longer pause', looks(30, 0), 36, looks(36, 36), false],
    ['never go back', looks(30, 0), 29, looks(30, 0), true],
  ]
  it.each(rows)('%s', (_, before, now, after, steady) => {
    const again = lookedAgain(before, at(now))
    expect(again).toEqual(after)
    expect(isSteady(again, at(now))).toBe(steady)
  })

  it('are written down once a minute, and the first at once', () => {
    expect(isWorthNoting(looks(0, 0), null)).toBe(true)
    expect(isWorthNoting(looks(1, 0), looks(0, 0))).toBe(true)
    expect(
      isWorthNoting({ lookedAt: new Date(+at(0) + 59_999), steadySince: at(0) }, looks(0, 0)),
    ).toBe(false)
  })
})
