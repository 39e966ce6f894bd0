import { describe, expect, it } from 'vitest'
import type { SeriesAnswer } from '#components/charts/series.ts'
import { CHARTS } from './charts.ts'
import { GROUPS_SHOWN, panelsOf } from './panels.ts'

const T = '2026-11-22T14:00:00Z'

const answer = (series: readonly (readonly [string | null, string, number | null])[]) =>
  ({
    unit: 'placements',
    from: T,
    to: T,
    step: '1h',
    tz: 'UTC',
    as_of: T,
    left_out: 0,
    markers: [],
    series: series.map(([key, name, value]) => ({ key, name, points: [[T, value]] })),
  }) satisfies SeriesAnswer

const specOf = (metric: string) => CHARTS.find((spec) => spec.metric === metric)!

describe('an answer that isn’t grouped', () => {
  it('is one chart, the worst state nearest to the axis', () => {
    const given = answer([
      [null, 'healthy', 5],
      [null, 'failed', 1],
    ])
    const { panels } = panelsOf(specOf('states'), null, given)
    expect(panels.map(({ title }) => title)).toEqual([null])
    expect(panels[0]?.chart.lines.map(({ look }) => look.label)).toEqual(['Failed', 'Healthy'])
  })

  it('never draws what isn’t known as what is known', () => {
    const given = answer([
      [null, 'healthy', 5],
      [null, 'unknown', 1],
      [null, 'suspended', 1],
    ])
    const { panels } = panelsOf(specOf('states'), null, given)
    const fills = Object.fromEntries(
      panels[0]!.chart.lines.map(({ name, look }) => [name, look.fill]),
    )
    expect(fills['unknown']).toBe('url(#chart-unknown-plain)')
    expect(new Set(Object.values(fills)).size).toBe(3)
  })

  it('tells the period before in one line', () => {
    const before = answer([
      [null, 'succeeded', 3],
      [null, 'failed', 1],
    ])
    const compare = { from: T, to: T, series: before.series }
    const { panels } = panelsOf(specOf('deployments'), null, { ...before, compare })
    expect(panels[0]?.chart.before).toEqual({ label: 'All, the period before', values: [4] })
    const states = { ...answer([[null, 'healthy', 5]]), compare: { ...compare, series: [] } }
    expect(panelsOf(specOf('states'), null, states).panels[0]?.chart.before).toBeNull()
  })
})

describe('an answer in groups', () => {
  it('is a chart for each group where parts add up, the largest first', () => {
    const given = answer([
      ['prod', 'healthy', 5],
      ['staging', 'healthy', 9],
      [null, 'unknown', 1],
    ])
    const { panels, leftOut } = panelsOf(specOf('states'), 'label:tier', given)
    expect(panels.map(({ key, title }) => [key, title])).toEqual([
      ['staging', 'staging'],
      ['prod', 'prod'],
      [null, 'no tier'],
    ])
    expect(leftOut).toBe(0)
  })

  it('is one chart with a line for each group elsewhere, told apart without colours', () => {
    const given = answer([
      ['prod', 'p50', 5],
      ['prod', 'p95', 9],
      ['staging', 'p50', 5],
      ['staging', 'p95', 8],
    ])
    const { panels } = panelsOf(specOf('sync_duration'), 'team', given)
    const [{ chart } = panels[0]!] = panels
    expect(chart.lines.map(({ key, name }) => [key, name])).toEqual([
      ['prod', 'p95'],
      ['staging', 'p95'],
    ])
    expect(new Set(chart.lines.map(({ look }) => look.dash)).size).toBe(2)
  })

  it('leaves out the smallest of many, and says how many', () => {
    const many = Array.from({ length: 9 }, (_, size) => [`g${size}`, 'healthy', size] as const)
    const { panels, leftOut } = panelsOf(specOf('states'), 'team', { ...answer(many), left_out: 2 })
    expect(panels.map(({ key }) => key)).toEqual(['g8', 'g7', 'g6', 'g5', 'g4', 'g3'])
    expect(panels.length).toBe(GROUPS_SHOWN)
    expect(leftOut).toBe(5)
  })
})
