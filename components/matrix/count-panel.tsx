'use client'

import { StateCountsBar } from '#components/observed/state-counts.tsx'
import { SidePanel } from '#components/ui/side-panel.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import type { MatrixCounts } from '#lib/schemas/matrix.ts'
import type { OpenedCell, OpenedLine } from './matrix-grid.tsx'
import { placementsPath, type SharedFilters } from './placements-of.ts'

/** What stands behind a count of the matrix. */
export function CountPanel({
  opened,
  counts,
  filters,
  onClose,
}: {
  opened: Pick<OpenedCell, 'row' | 'column'>
  counts: MatrixCounts
  filters: SharedFilters
  onClose: () => void
}) {
  const { row, column } = opened
  return (
    <SidePanel title={`${wordOf(row)} on ${wordOf(column)}`} onClose={onClose}>
      {counts.states === null ? (
        <p>
          {counted(counts.placed, 'placement')}: of that time, these are too many to be looked at.
          Open the group to see each, or narrow it with a filter.
        </p>
      ) : (
        <StateCountsBar
          counts={counts.states}
          nothing="Nothing is placed there."
          hrefOf={(state) => placementsPath(filters, { row, column, state })}
        />
      )}
      <p className="mt-4">
        <TextLink href={placementsPath(filters, opened)}>All of them as a list</TextLink>
      </p>
    </SidePanel>
  )
}

function wordOf({ group, name }: OpenedLine): string {
  return name ?? group.selector
}
