'use client'

import type { MatrixColour } from '#lib/domain/fleet/matrix-colours.ts'
import type { MatrixJson } from '#lib/schemas/matrix.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { Sign } from './matrix-cell.tsx'
import { legendOf } from './matrix-look.ts'

/** What colours and signs stand for, in words. */
export function MatrixLegend({
  colour,
  windows,
}: {
  colour: MatrixColour
  windows: readonly MatrixJson[]
}) {
  const policies = colour === 'policy' ? policiesIn(windows) : []
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-1 px-3 py-2 text-xs">
      {legendOf(colour, policies).map((look) => (
        <li key={look.word} className="inline-flex items-center gap-1.5">
          <Sign look={look} />
          {look.word}
        </li>
      ))}
    </ul>
  )
}

/** Those that alone give a pair in sight. */
function policiesIn(windows: readonly MatrixJson[]): readonly string[] {
  const names = windows.flatMap(({ cells }) =>
    cells.flat().flatMap((cell) => {
      const policies = cell?.pair?.policies ?? []
      return policies.length === 1 ? policies : []
    }),
  )
  return [...new Set(names)].sort(compareText)
}
