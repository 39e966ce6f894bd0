'use client'

import { GroupState } from '#components/observed/state-counts.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import type { MatrixJson } from '#lib/schemas/matrix.ts'
import { placementsPath, type SharedFilters } from './placements-of.ts'

/** The matrix where there is no room for columns: each team in counts, and the way to its placements. */
export function TeamCounts({ head, filters }: { head: MatrixJson; filters: SharedFilters }) {
  const { groups, lines } = head.rows
  return (
    <ul aria-label="Placements by team" className="divide-y">
      {groups.map((group, place) => {
        const counts = lines.find((line) => line.group === place && line.name === null)?.counts
        return (
          <li key={group.selector} className="flex items-center justify-between gap-3 px-4 py-2.5">
            <TextLink href={placementsPath(filters, { row: { group, name: null } })}>
              {group.key}
            </TextLink>
            {counts?.states ? (
              <GroupState counts={counts.states} />
            ) : (
              <span className="text-muted">{counted(group.size, 'application')}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
