import { Bar, Line } from 'recharts'
import { type Chart, type ChartLine, kindOf, ownLines } from './chart.ts'

type Row = { readonly index: number }

/** With so many points each has a dot, so that one alone is seen, too. */
const DOTS_MAX = 40

/** The period before. */
const EARLIER = {
  strokeDasharray: '1 3',
  strokeWidth: 1.5,
  strokeOpacity: 0.75,
  strokeLinecap: 'round',
  dot: false,
  activeDot: false,
  isAnimationActive: false,
  connectNulls: false,
  type: 'linear',
} as const

export function DrawnSeries({ chart, onPoint }: { chart: Chart; onPoint: (id: string) => void }) {
  const drawn = chart.lines.filter((line) => kindOf(chart, line) === 'lines')
  return (
    <>
      {chart.kind === 'bars' && <Bars chart={chart} onPoint={onPoint} />}
      {drawn.map((line) => (
        <DrawnLine key={line.id} line={line} hasDots={chart.times.length <= DOTS_MAX} />
      ))}
    </>
  )
}

function Bars({
  chart: { lines, before },
  onPoint,
}: {
  chart: Chart
  onPoint: (id: string) => void
}) {
  return (
    <>
      {ownLines(lines).map(({ id, look, values }) => (
        <Bar
          key={id}
          dataKey={({ index }: Row) => values[index]}
          name={look.label}
          stackId="all"
          fill={look.fill}
          isAnimationActive={false}
          onClick={() => onPoint(id)}
        />
      ))}
      {before !== null && (
        <Line
          dataKey={({ index }: Row) => before.values[index]}
          name={before.label}
          stroke="var(--ink)"
          {...EARLIER}
        />
      )}
    </>
  )
}

function DrawnLine({
  line: { look, values, before },
  hasDots,
}: {
  line: ChartLine
  hasDots: boolean
}) {
  const { label, stroke, dash } = look
  return (
    <>
      {before !== null && (
        <Line
          dataKey={({ index }: Row) => before[index]}
          name={`${label}, the period before`}
          stroke={stroke}
          {...EARLIER}
        />
      )}
      <Line
        dataKey={({ index }: Row) => values[index]}
        name={label}
        stroke={stroke}
        strokeDasharray={dash}
        strokeWidth={1.75}
        dot={hasDots && { r: 2, fill: stroke, strokeDasharray: 'none' }}
        activeDot={{ r: 3.5 }}
        isAnimationActive={false}
        connectNulls={false}
        type="linear"
      />
    </>
  )
}
