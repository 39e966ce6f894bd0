import type { Marker } from './series.ts'

const SIZE = 4

/** A mark above the step in which something was changed; a click opens the first of these changes. */
export function ChangeMark({
  marked,
  onChange,
  viewBox,
}: {
  marked: readonly Marker[]
  onChange: (change: number) => void
  /** Given by the chart. */
  viewBox?: { readonly x?: number; readonly y?: number }
}) {
  const [first] = marked
  const { x, y } = viewBox ?? {}
  if (!first || x === undefined || y === undefined) return null
  return (
    // The keyboard opens it from the step: the chart says how.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- see above
    <g
      data-change={first.change}
      className="cursor-pointer"
      onClick={(event) => {
        event.stopPropagation()
        onChange(first.change)
      }}
    >
      <title>{marked.map(({ change, text }) => `#${change} ${text}`).join('\n')}</title>
      <rect x={x - 8} y={y - 10} width={16} height={14} fill="transparent" />
      <path
        d={`M${x} ${y + SIZE}l${-SIZE} ${-SIZE}l${SIZE} ${-SIZE}l${SIZE} ${SIZE}z`}
        fill="var(--accent)"
        stroke="var(--surface)"
        strokeWidth={1}
      />
    </g>
  )
}
