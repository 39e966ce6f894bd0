import type { Chart } from './chart.ts'
import { stepText } from './time-axis.ts'
import { valueText } from './value-text.ts'

/** What a chart shows at a step, in a sentence; what there is none of is left out, unless there is nothing else. */
export function spokenAt(chart: Chart, index: number): string {
  const { lines, unit, times, markers, step, zone } = chart
  const t = times[index]
  if (t === undefined) return ''
  const known = lines.flatMap(({ look, values }) => {
    const value = values[index] ?? null
    return value === null ? [] : [{ label: look.label, value }]
  })
  const some = known.filter(({ value }) => value > 0)
  const told = some.length > 0 ? some : known.slice(0, 1)
  const values = told.map(({ label, value }) => `${label} ${valueText(value, unit)}`)
  const changes = (markers.get(t) ?? []).map(({ change, text }) => `change ${change}, ${text}`)
  const all = [...(values.length > 0 ? values : ['nothing is known']), ...changes]
  return `${stepText(t, step, zone)}: ${all.join('; ')}`
}
