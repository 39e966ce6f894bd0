import { useEffect } from 'react'
import { type Chart, kindOf } from './chart.ts'
import { Swatch } from './swatch.tsx'
import { stepText } from './time-axis.ts'
import { figureText } from './value-text.ts'

const CHANGES_SHOWN = 2

/** What a chart shows at the step that is pointed at. */
export function Readout({
  chart,
  isOwn,
  onActive,
  active = false,
  activeIndex = null,
}: {
  chart: Chart
  isOwn: boolean
  onActive: (index: number | null) => void
  /** These are given by the chart. */
  active?: boolean
  activeIndex?: string | number | null
}) {
  const index = active && activeIndex !== null ? Number(activeIndex) : null
  useEffect(() => onActive(index), [index, onActive])
  const t = index === null ? undefined : chart.times[index]
  if (!isOwn || index === null || t === undefined) return null
  const changes = chart.markers.get(t) ?? []
  return (
    <div className="max-w-72 rounded-md border bg-surface px-2.5 py-2 text-xs shadow-lg">
      <p className="font-medium">{stepText(t, chart.step, chart.zone)}</p>
      <table className="mt-1">
        <tbody>
          {told(chart, index).map(({ id, look, kind, value, before }) => (
            <tr key={id}>
              <td className="pr-2">
                <span className="inline-flex items-center gap-1.5">
                  <Swatch look={look} kind={kind} />
                  {look.label}
                </span>
              </td>
              <td className="text-right font-medium tabular-nums">
                {figureText(value, chart.unit)}
              </td>
              {before !== null && (
                <td className="pl-2 text-right text-muted tabular-nums">
                  before {figureText(before, chart.unit)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {changes.slice(0, CHANGES_SHOWN).map(({ change, text }) => (
        <p key={change} className="mt-1 truncate text-muted">
          <span className="text-accent">◆</span> #{change} {text}
        </p>
      ))}
      {changes.length > CHANGES_SHOWN && (
        <p className="text-muted">and {changes.length - CHANGES_SHOWN} more changes</p>
      )}
    </div>
  )
}

/** What there is none of is left out of what adds up. */
function told(chart: Chart, index: number) {
  return chart.lines
    .map((line) => ({
      id: line.id,
      look: line.look,
      kind: kindOf(chart, line),
      value: line.values[index] ?? null,
      before: line.before?.[index] ?? null,
    }))
    .filter(({ kind, value, before }) => kind === 'lines' || (value ?? 0) > 0 || (before ?? 0) > 0)
}
