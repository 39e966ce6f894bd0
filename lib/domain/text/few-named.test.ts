import { expect, it } from 'vitest'
import { fewNamed } from './few-named.ts'

it.each([
  { names: [], told: '' },
  { names: ['a'], told: 'a' },
  { names: ['a', 'b'], told: 'a, b' },
  { names: ['a', 'b', 'c'], told: 'a, b and 1 more' },
  { names: ['a', 'b', ...Array.from({ length: 1200 }, String)], told: 'a, b and 1,200 more' },
])('tells of $names.length names: $told', ({ names, told }) => {
  expect(fewNamed(names, 2)).toBe(told)
})
