import { expect, it } from 'vitest'
import { nextStep } from './next-step.ts'

const held = { state: 'closed', isWaitedFor: true, isReopenAsked: false } as const
const over = { isWaitedFor: false }

it.each([
  // pull request | what it waits for
  [{ ...held, state: 'open' }, 'merge'],
  [{ ...held, state: 'open', ...over }, 'settling'],
  [{ ...held, state: 'merged' }, 'settling'],
  [{ ...held, state: 'merged', ...over }, null],
  [held, 'decision'],
  [{ ...held, isReopenAsked: true }, 'reopening'],
  [{ ...held, isReopenAsked: true, ...over }, null],
] as const)('of %j people are told that it waits for: %s', (pullRequest, step) => {
  expect(nextStep(pullRequest)).toBe(step)
})
