import { useMemo } from 'react'
import { XAxis, YAxis } from 'recharts'
import { type Chart, largestOf } from './chart.ts'
import { axisTicks } from './time-axis.ts'
import { axisText, axisValues } from './value-text.ts'

/** The same in all charts, so that times stand below each other: `2.5 min` has room. */
const WIDTH = 52
const HEIGHT = 22
const TEXT = { fontSize: 11, fill: 'var(--muted)' }
/** So many times have room, with some between them. */
const TICKS_MAX = 8

export function DrawnAxes({ chart }: { chart: Chart }) {
  const { times, zone, unit } = chart
  const ticks = useMemo(() => axisTicks(times, zone, TICKS_MAX), [times, zone])
  const values = useMemo(() => axisValues(largestOf(chart), unit), [chart, unit])
  const words = new Map(ticks.map(({ t, text }) => [t, text]))
  return (
    <>
      <XAxis
        dataKey="t"
        scale="band"
        ticks={ticks.map(({ t }) => t)}
        interval="equidistantPreserveStart"
        tickFormatter={(t: string) => words.get(t) ?? ''}
        tick={TEXT}
        tickLine={false}
        axisLine={{ stroke: 'var(--line)' }}
        height={HEIGHT}
      />
      <YAxis
        width={WIDTH}
        domain={[0, values.at(-1) ?? 1]}
        ticks={[...values]}
        tickFormatter={(value: number) => axisText(value, unit)}
        tick={TEXT}
        tickLine={false}
        axisLine={false}
        interval={0}
      />
    </>
  )
}
