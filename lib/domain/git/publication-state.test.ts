import { expect, it } from 'vitest'
import { changeState } from './publication-state.ts'

it.each([
  [[], 'unchanged'],
  [['published'], 'published'],
  [['published', 'pending'], 'pending'],
  [['published', 'proposed'], 'proposed'],
  [['proposed', 'pending'], 'pending'],
  [['pending', 'failed', 'published'], 'failed'],
] as const)('is as far as the publication that is furthest behind: %j', (states, expected) => {
  expect(changeState(states.map((state) => ({ state })))).toBe(expected)
})
