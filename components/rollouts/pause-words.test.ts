import { describe, expect, it } from 'vitest'
import { pausedWords } from './pause-words.ts'

describe('why a rollout is paused', () => {
  it.each([
    ['refused', 'Rita refused wave rest: Not tested'],
    ['person', 'paused by Rita: Not tested'],
    ['failing', 'paused, too many are failing'],
  ] as const)('is told of %s with who did it', (cause, words) => {
    expect(pausedWords(cause, { by: 'Rita', reason: 'Not tested', wave: 'rest' })).toBe(words)
  })

  it('is told without what nobody knows', () => {
    expect(pausedWords('person', { by: 'Rita', reason: null, wave: null })).toBe('paused by Rita')
    expect(pausedWords('refused', { by: null, reason: null, wave: null })).toBe(
      'paused, a wave was refused',
    )
  })
})
