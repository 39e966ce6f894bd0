import { describe, expect, it } from 'vitest'
import {
  ASKED_AFTER,
  REST_ROW,
  rowsOfWaves,
  wavesOfRows,
  type WavesJson,
  wavesProblem,
  withNewWave,
  withWaveEarlier,
} from './wave-rows.ts'

const waves = [
  {
    name: 'canary',
    clusters: { matchLabels: { ring: 'canary' } },
    size: 5,
    before: { approvals: { count: 2, groups: [{ id: 'a' }, { id: 'b' }], self: true } },
    after: {
      soak: '30m',
      healthy: '90%',
      failing: 1,
      silent: '50%',
      deadline: '4h',
      checks: ['e2e', 'load'],
      unobserved: 'approve',
      on_failure: 'rollback',
    },
  },
  { name: 'early', target: 'early-adopters', size: '20%' },
  { name: 'rest' },
] as const satisfies WavesJson

describe('the waves of a form', () => {
  it('are sent as they were answered', () => {
    const sent = [{ ...waves[0], clusters: 'ring=canary' }, ...waves.slice(1)]
    expect(wavesOfRows(rowsOfWaves(waves))).toEqual(sent)
  })

  it('leave what was typed wrongly to its field', () => {
    const after = { ...ASKED_AFTER, soak: ' 1w ', failing: 'few', silent: '' }
    const typed = { ...REST_ROW, size: 'many', approvals: 'some', after }
    expect(wavesOfRows([typed])).toEqual([
      {
        name: 'rest',
        size: 'many',
        before: { approvals: { count: 'some', groups: [], self: false } },
        after: {
          soak: '1w',
          healthy: '100%',
          failing: 'few',
          unobserved: 'approve',
          on_failure: 'pause',
        },
      },
    ])
  })

  it('keep the rest at the end when one is added, and change places otherwise', () => {
    const rows = rowsOfWaves(waves)
    const names = (list: typeof rows) => list.map(({ name }) => name)
    expect(names(withNewWave(rows))).toEqual(['canary', 'early', '', 'rest'])
    expect(names(withWaveEarlier(rows, 1))).toEqual(['early', 'canary', 'rest'])
  })

  it('wait for names and for selectors that are some', () => {
    expect(wavesProblem(rowsOfWaves(waves))).toBe(null)
    expect(wavesProblem(withNewWave(rowsOfWaves(waves)))).toBe('Each wave needs a name.')
    expect(wavesProblem([{ ...REST_ROW, clusters: 'ring in (' }])).not.toBe(null)
  })
})
