// Documents name the tests that show what they say, as `file`: "title".
import { existsSync, readFileSync } from 'node:fs'

const NAMED = /`([^`]+)`: "([^"]+)"/g

export type NamedTest = { readonly file: string; readonly title: string }

/** The tests that a cell names, and what else stands in it. */
export function namedTests(cell: string): { tests: readonly NamedTest[]; rest: string } {
  const tests = [...cell.matchAll(NAMED)].map(([, file = '', title = '']) => ({ file, title }))
  return { tests, rest: cell.replaceAll(NAMED, '').replaceAll('; ', '') }
}

/** What is wrong with a test that is named; null: there is such a test. */
export function faultOf({ file, title }: NamedTest): string | null {
  if (!/\.(?:test|spec)\.ts$/.test(file)) return `${file} is no test`
  if (!existsSync(file)) return `${file} isn’t there`
  return titlesIn(file).includes(title) ? null : `${file} has no test of that title`
}

/** The titles of a file's tests, as in the source, where those of several cases contain placeholders. */
function titlesIn(file: string): readonly string[] {
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
