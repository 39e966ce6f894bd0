// Compares the table of docs/security.md with the tests that it names.
import { describe, expect, it } from 'vitest'
import { faultOf, namedTests, tableRows } from './testing/named-tests.ts'

/** How many rows each part of the table has, by the letter of their ids. */
const PARTS = {
  S: 7,
  E: 6,
  N: 8,
  A: 10,
  D: 5,
  T: 6,
  G: 4,
  R: 15,
  M: 10,
  P: 15,
  O: 12,
  I: 15,
  X: 2,
  U: 3,
  C: 3,
  L: 2,
  K: 26,
} as const

const ids = Object.entries(PARTS).flatMap(([part, count]) =>
  Array.from({ length: count }, (_, index) => `${part}${index + 1}`),
)

type Row = {
  readonly id: string
  readonly threat: string
  readonly does: string
  readonly shownBy: string
}

const rows: readonly Row[] = tableRows('docs/security.md', /^[A-Z]\d+$/).map(
  ([id = '', threat = '', does = '', shownBy = '']) => ({ id, threat, does, shownBy }),
)

const shown = rows.flatMap(({ id, shownBy }) =>
  namedTests(shownBy).tests.map((test) => ({ id, ...test })),
)

describe('the table of threats', () => {
  it('has one row for each', () => {
    expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  })

  it.each(rows)('says what is done against $id, and shows it or says why not', (row) => {
    expect(row.threat).not.toBe('')
    expect(row.does).not.toBe('')
    expect(namedTests(row.shownBy).rest).toBe('')
    if (row.shownBy === '') expect(row.does).toMatch(/^(?:Not built yet|Left out): /)
  })

  it.each(shown)('names a test that there is, for $id: $file: $title', (test) => {
    expect(faultOf(test)).toBeNull()
  })
})
