import { classNames } from '#components/ui/class-names.ts'
import { type ChartLine, kindOf } from './chart.ts'
import { Swatch } from './swatch.tsx'

/** The series of a chart, each with a figure; a click leaves one out, or takes it in again. */
export function Legend({
  kind,
  lines,
  hidden,
  onToggle,
  figureOf,
}: {
  kind: 'bars' | 'lines'
  lines: readonly ChartLine[]
  hidden: ReadonlySet<string>
  onToggle: (id: string) => void
  figureOf: (line: ChartLine) => string
}) {
  return (
    <ul aria-label="Series" className="flex flex-wrap gap-x-1">
      {lines.map((line) => (
        <li key={line.id}>
          <button
            type="button"
            aria-pressed={!hidden.has(line.id)}
            title={hidden.has(line.id) ? 'Show it' : 'Leave it out'}
            onClick={() => onToggle(line.id)}
            className={classNames(
              'inline-flex h-6 items-center gap-1.5 rounded-md px-1.5 text-xs hover:bg-sunken',
              hidden.has(line.id) && 'line-through',
            )}
          >
            <Swatch look={line.look} kind={kindOf({ kind }, line)} />
            <span className="text-muted">{line.look.label}</span>
            <span className="font-medium tabular-nums">{figureOf(line)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
