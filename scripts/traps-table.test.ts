// Compares the table of docs/traps-of-rollouts.md with the tests that it names.
import { describe, expect, it } from 'vitest'
import { faultOf, namedTests, tableRows } from './testing/named-tests.ts'

const TRAPS = 20

const rows = tableRows('docs/traps-of-rollouts.md', /^\d+$/).map(
  ([number = '', trap = '', why = '', shownBy = '']) => ({ number, trap, why, shownBy }),
)
const shown = rows.flatMap(({ number, shownBy }) =>
  namedTests(shownBy).tests.map((test) => ({ number, ...test })),
)

describe('the table of traps', () => {
  it('has one row for each, in order', () => {
    const numbers = Array.from({ length: TRAPS }, (_, index) => String(index + 1))
    expect(rows.map(({ number }) => number)).toEqual(numbers)
  })

  it.each(rows)('says why nobody falls into $number, and shows it', ({ trap, why, shownBy }) => {
    expect(trap).not.toBe('')
    expect(why).not.toBe('')
    const { tests, rest } = namedTests(shownBy)
    expect(tests).not.toEqual([])
    expect(rest).toBe('')
  })

  it.each(shown)('names a test that there is, for $number: $file: $title', (test) => {
    expect(faultOf(test)).toBeNull()
  })
})
