import { ReferenceArea, ReferenceLine } from 'recharts'
import { ChangeMark } from './change-mark.tsx'
import { type Chart, ownLines } from './chart.ts'
import { gapsOf } from './series.ts'

/** With more lines than this nobody sees the chart behind them: then only the marks above it are left. */
const LINES_MAX = 12

/** Where nothing is known, and when something was changed. */
export function DrawnMarks({
  chart,
  onChange,
}: {
  chart: Chart
  onChange: (change: number) => void
}) {
  const { times, markers, lines } = chart
  return (
    <>
      {gapsOf({ times, lines: ownLines(lines) }).map(([from, to]) => (
        <ReferenceArea key={from} x1={times[from]} x2={times[to]} fill="var(--sunken)" />
      ))}
      {[...markers].map(([t, marked]) => (
        <ReferenceLine
          key={t}
          x={t}
          stroke={markers.size > LINES_MAX ? 'none' : 'var(--accent)'}
          strokeDasharray="2 3"
          label={<ChangeMark marked={marked} onChange={onChange} />}
        />
      ))}
    </>
  )
}
