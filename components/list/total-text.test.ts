import { expect, it } from 'vitest'
import { totalText } from './total-text.ts'

it('says of a lower bound that there are more', () => {
  expect(totalText({ total: 10_000, totalIsExact: true })).toBe('10,000')
  expect(totalText({ total: 10_000, totalIsExact: false })).toBe('more than 10,000')
})
