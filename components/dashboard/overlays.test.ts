import { describe, expect, it } from 'vitest'
import { ownLines } from '#components/charts/chart.ts'
import type { SeriesAnswer } from '#components/charts/series.ts'
import type { SourceAnswer } from '#components/metric-sources/source-answer.ts'
import { CHARTS } from './charts.ts'
import { overlayPath, takesOverlays, withOverlays } from './overlays.ts'
import { panelsOf } from './panels.ts'

const [T, NEXT, END] = ['2026-11-22T14:00:00Z', '2026-11-22T15:00:00Z', '2026-11-22T16:00:00Z']
type Metric = 'states' | 'sync_outcomes' | 'reconcile_duration'
const specOf = (metric: Metric) => CHARTS.find((spec) => spec.metric === metric)!

const own = {
  unit: 'syncs',
  from: T,
  to: END,
  step: '1h',
  tz: 'Europe/Berlin',
  as_of: END,
  left_out: 0,
  markers: [],
  series: [
    {
      key: null,
      name: 'succeeded',
      points: [
        [T, 5],
        [NEXT, 6],
      ],
    },
  ],
} satisfies SeriesAnswer

const said = (metric: string, keys = ['']): SourceAnswer => ({
  source: 'thanos',
  metric,
  unit: 'syncs',
  step: '1h',
  as_of: END,
  failure: null,
  left_out: 2,
  series: keys.map((key) => ({
    key,
    points: [
      [T, 1],
      [NEXT, 2],
      [END, 3],
    ],
  })),
})

function laidOver(metric: Metric, answer: SourceAnswer) {
  const over = withOverlays(panelsOf(specOf(metric), null, own), metric, [answer])
  const { lines } = over.panels[0]!.chart
  return { ...over, lines, added: lines.filter(({ isLaidOver }) => isLaidOver) }
}

describe('what a source says of a metric of Berth’s', () => {
  it('stands in the step of which it tells: of what happened it is told at the end, of what is at the instant', () => {
    const [of, at] = [
      laidOver('sync_outcomes', said('sync_outcomes')),
      laidOver('states', said('states')),
    ]
    expect([of, at].map(({ added }) => added.map(({ values }) => values))).toEqual([
      [[2, 3]],
      [[1, 2]],
    ])
    expect(ownLines(of.lines).map(({ values }) => values)).toEqual([[5, 6]])
  })

  it('is dashed, and is called by its labels and its source', () => {
    const { added } = laidOver('sync_outcomes', said('sync_outcomes', ['', 'phase=Failed']))
    expect(added.map(({ look }) => look.label)).toEqual([
      'from thanos',
      'phase=Failed, from thanos',
    ])
    expect(added.every(({ look }) => look.dash !== undefined)).toBe(true)
    expect(new Set(added.map(({ look }) => look.stroke)).size).toBe(2)
  })

  it('is shown in four lines at most, and the others are counted', () => {
    const { added, linesLeftOut } = laidOver('states', said('states', ['a', 'b', 'c', 'd', 'e']))
    expect([added.length, linesLeftOut]).toEqual([4, 3])
  })

  it('is asked for by the steps and clocks of Berth’s answer', () => {
    const { searchParams } = new URL(overlayPath('thanos', 'states', own), 'https://berth.example')
    expect(Object.fromEntries(searchParams)).toEqual({
      metric: 'states',
      from: T,
      to: END,
      step: '1h',
      tz: 'Europe/Berlin',
    })
  })

  it('lies over one chart, not over one for each group', () => {
    const ways = (['states', 'reconcile_duration'] as const).flatMap((metric) =>
      [null, 'environment'].map((by) => takesOverlays(specOf(metric), { by, environment: null })),
    )
    expect(ways).toEqual([true, false, true, true])
    const alone = { by: null, environment: 'prod' }
    expect(takesOverlays(specOf('reconcile_duration'), alone)).toBe(false)
  })
})
