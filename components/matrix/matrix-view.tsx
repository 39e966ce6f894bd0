'use client'

import { CloudAlert, Grid3x3 } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { useMemo, useState } from 'react'
import { useNavigate } from '#components/navigation/navigation.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import type { MatrixColour } from '#lib/domain/fleet/matrix-colours.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { CountPanel } from './count-panel.tsx'
import { type Axis, CELL, OPENNESS, withToggled } from './grid-lines.ts'
import { MatrixGrid, type MatrixGroup, type OpenedCell } from './matrix-grid.tsx'
import { sharedFilters } from './placements-of.ts'
import { TeamCounts } from './team-counts.tsx'
import { useCurrentMatrix, useMatrixHead } from './use-matrix.ts'

const GROUP_NAMES = Object.values(OPENNESS).flatMap((names) => Object.values(names))

/** The matrix of the page's address. `asked` is what its filters ask of the API. */
export function MatrixView({
  asked,
  colour,
  now,
}: {
  asked: Readonly<Record<string, string>>
  colour: MatrixColour
  /** When the page was made, or the time that it shows. */
  now: number
}) {
  const address = useSearchParams()
  const navigate = useNavigate()
  const [counted, setCounted] = useState<OpenedCell | null>(null)
  const query = useMemo(() => questionOf(asked, address), [asked, address])
  const { data: head, error } = useMatrixHead(query)
  useCurrentMatrix(asked['at'] === undefined)
  const filters = sharedFilters(new URLSearchParams(query))
  const open = (opened: OpenedCell) => {
    const { row, column, cell } = opened
    if (!cell.pair) return setCounted(opened)
    const shown = new URLSearchParams(address)
    shown.set(CELL, [row.group.key, row.name, column.name].join('/'))
    navigate(`${pagePaths.matrix}?${shown.toString()}`, { scroll: false })
  }
  const toggle = (axis: Axis, group: MatrixGroup) => {
    const toggled = withToggled(new URLSearchParams(address), axis, group)
    window.history.replaceState(null, '', `?${toggled.toString()}`)
  }
  if (head === undefined) return error ? <Unread message={error.message} /> : <Reading />
  if (head.rows.groups.length === 0 || head.columns.groups.length === 0) return <NothingThere />
  return (
    <>
      <p id="matrix-keys" className="sr-only">
        Arrow keys move, Home and End lead to the ends of a row, Enter opens a cell or a group.
      </p>
      <div className="max-sm:hidden">
        <MatrixGrid
          head={head}
          query={query}
          colour={colour}
          now={now}
          onOpen={open}
          onToggle={toggle}
        />
      </div>
      <div className="sm:hidden">
        <TeamCounts head={head} filters={filters} />
      </div>
      {counted?.cell.counts && (
        <CountPanel
          opened={counted}
          counts={counted.cell.counts}
          filters={filters}
          onClose={() => setCounted(null)}
        />
      )}
    </>
  )
}

/** The API's query: which groups are open changes without the page being made anew. */
function questionOf(asked: Readonly<Record<string, string>>, address: URLSearchParams): string {
  const query = new URLSearchParams(asked)
  for (const name of GROUP_NAMES) {
    for (const group of address.getAll(name)) query.append(name, group)
  }
  return query.toString()
}

function Reading() {
  return <output className="block p-6 text-muted">The matrix is being read…</output>
}

function Unread({ message }: { message: string }) {
  return (
    <EmptyState icon={CloudAlert} title="The matrix could not be read">
      <p>{message}</p>
    </EmptyState>
  )
}

function NothingThere() {
  return (
    <EmptyState icon={Grid3x3} title="Nothing to show">
      <p>No application or no cluster matches, or there is none yet.</p>
    </EmptyState>
  )
}
