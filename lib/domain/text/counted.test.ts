import { expect, it } from 'vitest'
import { counted } from './counted.ts'

it.each([
  [0, '0 policies'],
  [1, '1 policy'],
  [2, '2 policies'],
  [1000, '1,000 policies'],
])('says of %d as people do', (count, text) => {
  expect(counted(count, 'policy', 'policies')).toBe(text)
})

it('adds an s where nothing else is said', () => {
  expect([0, 1, 2].map((count) => counted(count, 'cluster'))).toEqual([
    '0 clusters',
    '1 cluster',
    '2 clusters',
  ])
})
