import { expect, it } from 'vitest'
import type { Chart } from './chart.ts'
import { lookOfName } from './looks.ts'
import { spokenAt } from './spoken.ts'

const T = ['2026-11-22T14:00:00Z', '2026-11-22T15:00:00Z']
const line = (name: string, values: readonly (number | null)[]) => ({
  id: name,
  key: null,
  name,
  look: lookOfName(name),
  values,
  before: null,
})
const chart: Chart = {
  kind: 'bars',
  unit: 'placements',
  zone: 'UTC',
  step: '1h',
  times: T,
  lines: [line('failed', [0, null]), line('unknown', [3, null]), line('healthy', [1240, null])],
  before: null,
  markers: new Map([[T[1] ?? '', [{ t: T[1] ?? '', change: 7, text: 'Roll out' }]]]),
}

it('reads out what there is at a step, and that nothing is known', () => {
  expect(spokenAt(chart, 0)).toBe(
    'Sun 22 Nov, 14:00: Unknown 3 placements; Healthy 1,240 placements',
  )
  expect(spokenAt(chart, 1)).toBe('Sun 22 Nov, 15:00: nothing is known; change 7, Roll out')
})

it('says nought where there is nothing else', () => {
  expect(spokenAt({ ...chart, lines: [line('failed', [0, 0])] }, 0)).toBe(
    'Sun 22 Nov, 14:00: Failed 0 placements',
  )
})
