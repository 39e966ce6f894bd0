// Compares the table of docs/security.md with the tests that it names.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** How many rows each part of the table has, by the letter of their ids. */
const PARTS = {
  S: 7,
  E: 5,
  N: 8,
  A: 10,
  D: 5,
  T: 6,
  G: 4,
  M: 10,
  P: 15,
  O: 11,
  I: 13,
  X: 2,
  U: 3,
  C: 3,
  L: 2,
  K: 25,
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

const rows: readonly Row[] = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| *[A-Z]\d+ *\|/.test(line))
  .map((line) => {
    const [, id = '', threat = '', does = '', shownBy = ''] = line.split(/ *\| */)
    return { id, threat, does, shownBy }
  })

/** Each as `file`: "title". */
const SHOWN = /`([^`]+)`: "([^"]+)"/g
const shown = rows.flatMap(({ id, shownBy }) =>
  [...shownBy.matchAll(SHOWN)].map(([, file = '', title = '']) => ({ id, file, title })),
)

/** As in the source, where titles of several cases contain placeholders. */
function titlesIn(file: string): readonly string[] {
  const quoted = /\(\s*(['"`])((?:\\.|(?!\1).)+)\1,/gs
  return [...readFileSync(file, 'utf8').matchAll(quoted)].map(([, , title = '']) => title)
}

describe('the table of threats', () => {
  it('has one row for each', () => {
    expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  })

  it.each(rows)('says what is done against $id, and shows it or says why not', (row) => {
    expect(row.threat).not.toBe('')
    expect(row.does).not.toBe('')
    expect(row.shownBy.replaceAll(SHOWN, '').replaceAll('; ', '')).toBe('')
    if (row.shownBy === '') expect(row.does).toMatch(/^(?:Not built yet|Left out): /)
  })

  it.each(shown)('names a test that there is, for $id: $file: $title', ({ file, title }) => {
    expect(file).toMatch(/\.(?:test|spec)\.ts$/)
    expect(existsSync(file), file).toBe(true)
    expect(titlesIn(file)).toContain(title)
  })
})
