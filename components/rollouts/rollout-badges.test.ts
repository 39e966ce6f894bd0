import { describe, expect, it } from 'vitest'
import { type WaveJson, waveLook } from './rollout-badges.tsx'

const after = {
  soak: '30m',
  healthy: '100%',
  failing: 0,
  silent: '50%',
  unobserved: 'approve',
  on_failure: 'pause',
} satisfies WaveJson['after']
const silent = { ok: 0, progressing: 0, failing: 0, silent: 3 }

describe('how a wave looks', () => {
  it.each<[string, Pick<WaveJson, 'state' | 'health' | 'after'>]>([
    ['Passed', { state: 'passed', after, health: { ...silent, ok: 3, silent: 0 } }],
    ['Passed, nobody reports', { state: 'passed', after, health: silent }],
    ['In Git, health not looked at', { state: 'passed', after: null, health: null }],
    ['In Git', { state: 'published', after: null, health: null }],
    ['Not yet', { state: 'pending', after: null, health: null }],
  ])('is %s', (word, wave) => {
    expect(waveLook(wave).word).toBe(word)
  })
})
