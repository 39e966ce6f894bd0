// Documents name the tests that show what they say, as `file`: "title".
import { readFileSync } from 'node:fs'

const NAMED = /`([^`]+)`: "([^"]+)"/g

export type NamedTest = { readonly file: string; readonly title: string }

/** The tests that a cell names, and what else stands in it. */
export function namedTests(cell: string): { tests: readonly NamedTest[]; rest: string } {
  const tests = [...cell.matchAll(NAMED)].map(([, file = '', title = '']) => ({ file, title }))
  return { tests, rest: cell.replaceAll(NAMED, '').replaceAll('; ', '') }
}

/** The titles of a file's tests, as in the source, where those of several cases contain placeholders. */
export function titlesIn(file: string): readonly string[] {
  const quoted = /\(\s*(['"`])((?:\\.|(?!\1).)+)\1,/gs
  return [...readFileSync(file, 'utf8').matchAll(quoted)].map(([, , title = '']) => title)
}

/** The cells of a Markdown table's rows whose first cell begins so. */
export function tableRows(file: string, first: RegExp): readonly (readonly string[])[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split(/ *\| */).slice(1, -1))
    .filter(([cell]) => cell !== undefined && first.test(cell))
}
