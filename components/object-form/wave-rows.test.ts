import { describe, expect, it } from 'vitest'
import {
  REST_ROW,
  rowsOfWaves,
  wavesOfRows,
  wavesProblem,
  waveText,
  withNewWave,
  withWaveEarlier,
} from './wave-rows.ts'

const waves = [
  {
    name: 'canary',
    clusters: { matchLabels: { ring: 'canary' } },
    size: 5,
    before: { approvals: { count: 2, groups: [{ id: 'a' }, { id: 'b' }], self: true } },
    after: { soak: '30m' },
  },
  { name: 'early', size: '20%' },
  { name: 'rest' },
]

describe('the waves of a form', () => {
  it('are sent as they were answered', () => {
    const sent = [{ ...waves[0]!, clusters: 'ring=canary' }, ...waves.slice(1)]
    expect(wavesOfRows(rowsOfWaves(waves))).toEqual(sent)
  })

  it('leave what was typed wrongly to its field', () => {
    const typed = { ...REST_ROW, size: 'many', approvals: 'some', soak: ' 1w ' }
    expect(wavesOfRows([typed])).toEqual([
      {
        name: 'rest',
        size: 'many',
        before: { approvals: { count: 'some', groups: [], self: false } },
        after: { soak: '1w' },
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

  it('are each a line to read', () => {
    expect(rowsOfWaves(waves).map(waveText)).toEqual([
      'canary: 5 of ring=canary, 2 approvals, 30m',
      'early: 20%',
      'rest',
    ])
  })
})
