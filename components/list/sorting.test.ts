import { expect, it } from 'vitest'
import { type Direction, sortedThen, sortsOf, sortText } from './sorting.ts'

it.each([
  // address | by | direction | then
  [undefined, 'name', 'ascending', 'name'],
  ['environment', 'name', 'descending', 'environment,-name'],
  ['environment,-name', 'name', 'ascending', 'environment,name'],
  ['-label:region,name', 'label:region', 'ascending', 'label:region,name'],
] as const)(
  'a list that is sorted by %s, and then by %s %s',
  (text, by, direction: Direction, then) => {
    expect(sortText(sortedThen(sortsOf(text), { by, direction }))).toBe(then)
  },
)
