import type { Chart } from './chart.ts'
import type { Look } from './looks.ts'

/** How a series looks in its chart. */
export function Swatch({ look, kind }: { look: Look; kind: Chart['kind'] }) {
  return (
    <svg aria-hidden width={14} height={10} className="shrink-0">
      {kind === 'bars' ? (
        <rect width={14} height={10} rx={2} fill={look.fill} />
      ) : (
        <line
          x1={0}
          x2={14}
          y1={5}
          y2={5}
          stroke={look.stroke}
          strokeWidth={2}
          strokeDasharray={look.dash}
        />
      )}
    </svg>
  )
}
