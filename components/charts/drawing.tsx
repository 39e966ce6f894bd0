'use client'

import { memo, useMemo, useRef } from 'react'
import { CartesianGrid, ComposedChart, ResponsiveContainer, Tooltip } from 'recharts'
import type { Chart, Opened } from './chart.ts'
import { DrawnAxes } from './drawn-axes.tsx'
import { DrawnMarks } from './drawn-marks.tsx'
import { DrawnSeries } from './drawn-series.tsx'
import { Readout } from './readout.tsx'

/** All charts of a page show the same times, so one line goes through all of them. */
const SYNC = 'page'
/** With so many bars there is no room between them. */
const BARS_APART_MAX = 60
const KEYS =
  'Arrows go from step to step, Enter opens the list behind one, C a change in it, T the table.'

/** The drawing of a chart; it is drawn anew only if the chart is another one. */
export const Drawing = memo(function Drawing({
  label,
  chart,
  isOwn,
  onActive,
  onOpen,
  onChange,
}: {
  label: string
  chart: Chart
  /** Whether people look at this one: the others only show their line. */
  isOwn: boolean
  onActive: (index: number | null) => void
  onOpen: (opened: Opened) => void
  onChange: (change: number) => void
}) {
  const { times } = chart
  const rows = useMemo(() => times.map((t, index) => ({ t, index })), [times])
  const pointed = useRef<string | null>(null)
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        aria-label={`${label}. ${KEYS}`}
        data={rows}
        syncId={SYNC}
        syncMethod="value"
        margin={{ top: 10, right: 4, bottom: 0, left: 0 }}
        barCategoryGap={rows.length > BARS_APART_MAX ? 0 : '12%'}
        className="cursor-pointer"
        onClick={({ activeTooltipIndex: index }) => {
          if (index !== null && index !== undefined) {
            onOpen({ index: Number(index), line: pointed.current })
          }
          pointed.current = null
        }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <DrawnAxes chart={chart} />
        <DrawnMarks chart={chart} onChange={onChange} />
        <DrawnSeries chart={chart} onPoint={(id) => (pointed.current = id)} />
        <Tooltip
          cursor={{ stroke: 'var(--ink)', strokeOpacity: 0.5 }}
          isAnimationActive={false}
          wrapperStyle={{ zIndex: 20 }}
          content={<Readout chart={chart} isOwn={isOwn} onActive={onActive} />}
        />
      </ComposedChart>
    </ResponsiveContainer>
  )
})
