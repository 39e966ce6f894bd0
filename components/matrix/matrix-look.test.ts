import { describe, expect, it } from 'vitest'
import type { MatrixPair } from '#lib/schemas/matrix.ts'
import { STATES } from '#lib/domain/observed/states.ts'
import { type CellLook, cellLook, legendOf } from './matrix-look.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')
const ago = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()
const pair: MatrixPair = { placed: true, state: 'healthy' }
const version = { revision: 'a'.repeat(40), number: 3, name: 'v3', behind: 0 }

const signOf = ({ sign }: CellLook) => ('text' in sign ? sign.text : sign.state)

describe('a cell of the matrix', () => {
  it.each([
    // colour | pair | sign | word
    ['version', { version }, '0', 'v3, the newest'],
    ['version', { version: { ...version, behind: 1 } }, '1', 'v3, 1 behind'],
    ['version', { version: { ...version, behind: 12 } }, '12', 'v3, 12 behind'],
    ['version', { version: { ...version, behind: null } }, '–', 'v3'],
    [
      'version',
      { version: { ...version, number: null, name: null, behind: null } },
      '–',
      'aaaaaaaaa, never announced',
    ],
    ['version', { version: { ...version, revision: null } }, '?', 'Nobody knows'],
    ['lag', { lag_since: null }, '0', 'What is wanted is there'],
    ['lag', { lag_since: ago(0.25) }, '15m', 'Not yet, for 15m'],
    ['lag', { lag_since: ago(23.9) }, '23h', 'Not yet, for 23h'],
    ['lag', { lag_since: ago(48) }, '2d', 'Not yet, for 2d'],
    ['lag', { lag_since: ago(24 * 400) }, '99d', 'Not yet, for 99d'],
    ['lag', { lag_since: null, state: 'unknown' }, '?', 'Nobody knows'],
    ['lag', { lag_since: null, state: 'leaving', placed: false }, 'leaving', 'Leaving'],
    ['policy', { policies: [] }, '–', 'No policy any more'],
    ['policy', { policies: ['east'] }, 'E', 'east'],
    ['policy', { policies: ['east', 'west'] }, '2', 'east, west'],
  ] as const)('says by its %s, of %j, %s: %s', (colour, of, sign, word) => {
    const look = cellLook({ ...pair, ...of } as MatrixPair, colour, NOW)
    expect([signOf(look), look.word]).toEqual([sign, word])
  })

  it('never hatches what is known, and always what is not', () => {
    for (const state of STATES) {
      const { area } = cellLook({ ...pair, state }, 'state', NOW)
      expect(area.startsWith('hatched'), state).toBe(state === 'unknown')
    }
  })
})

it('a legend says what each sign stands for, each in other words', () => {
  for (const colour of ['state', 'version', 'lag', 'policy'] as const) {
    const words = legendOf(colour, ['east', 'west']).map(({ word }) => word)
    expect(new Set(words).size).toBe(words.length)
  }
})
