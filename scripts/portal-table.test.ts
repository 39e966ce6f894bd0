// Compares the table of docs/portal.md with the tests that it names.
import { describe, expect, it } from 'vitest'
import { faultOf, namedTests, tableRows } from './testing/named-tests.ts'

const FEATURES = 56

const rows = tableRows('docs/portal.md', /^[A-Z]/).map(
  ([feature = '', has = '', shownBy = '']) => ({
    feature,
    has,
    shownBy,
  }),
)
const features = rows.filter(({ feature }) => feature !== 'Feature')
const shown = features.flatMap(({ feature, shownBy }) =>
  namedTests(shownBy).tests.map((test) => ({ feature, ...test })),
)

describe('the table of the portal', () => {
  it('has a row for each feature', () => {
    expect(new Set(features.map(({ feature }) => feature)).size).toBe(FEATURES)
  })

  it.each(features)('shows “$feature”, or says what is missing', ({ has, shownBy }) => {
    const { tests, rest } = namedTests(shownBy)
    expect(rest).toBe('')
    if (tests.length === 0) expect(has).toMatch(/^Not yet/)
  })

  it.each(shown)('names a test that there is, for “$feature”: $file: $title', (test) => {
    expect(faultOf(test)).toBeNull()
  })
})
