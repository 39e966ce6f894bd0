import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { ProposedBadge } from '#components/pull-requests/proposed-badge.tsx'
import type { PullRequestRef } from '#components/pull-requests/pull-request-link.tsx'
import { CommitChip } from '#components/ui/commit-chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import { changeState, type PublicationState } from '#lib/domain/git/publication-state.ts'
import { readImpactSummary, readOverrides } from '#lib/schemas/impact-summary.ts'
import { type ListAddress, objectPath, pagePaths } from '#lib/schemas/paths.ts'
import { changeWords, type Edited, editedName } from './change-words.ts'
import { OverrideBadge } from './override-badge.tsx'
import { PlacementCounts } from './placement-counts.tsx'
import { PublicationBadge } from './publication-badge.tsx'

export type ChangeLine = {
  readonly id: number
  readonly at: Date
  readonly actorName: string
  readonly action: string
  readonly reason: string | null
  readonly impact: unknown
  /** Of the object that the list is about; null: it is about none. */
  readonly moved: {
    readonly added: number
    readonly removed: number
    readonly changed: number
  } | null
  readonly publications: readonly {
    readonly state: PublicationState
    readonly commit: string | null
    readonly pullRequest: PullRequestRef | null
  }[]
  readonly objects: number
  readonly edited: readonly Edited[]
}

/** Accepted edits, newest first: what, who, why, what moved, and whether it is in Git. */
export function ChangeTable({
  rows,
  columns = changeColumns,
  address,
}: {
  rows: readonly ChangeLine[]
  columns?: readonly Column<ChangeLine>[]
  address?: ListAddress
}) {
  return (
    <ColumnTable
      label="Changes"
      columns={columns}
      items={rows}
      keyOf={({ id }) => id}
      address={address}
    />
  )
}

export const changeColumns: readonly Column<ChangeLine>[] = [
  {
    name: 'id',
    heading: 'Change',
    cell: ({ id }) => (
      <TextLink strong href={pagePaths.change(id)}>
        #{id}
      </TextLink>
    ),
  },
  {
    name: 'action',
    exports: ['action', 'object', 'reason'],
    heading: 'What',
    cell: (row) => <What row={row} />,
  },
  { name: 'actor', heading: 'Who', from: 'lg', cell: ({ actorName }) => actorName },
  {
    name: 'at',
    heading: 'When',
    sort: { by: 'at', isDefault: 'descending' },
    from: 'sm',
    cell: ({ at }) => <Ago at={at} />,
  },
  {
    name: 'impact',
    exports: ['impact', 'moved'],
    heading: 'Placements',
    from: 'md',
    cell: ({ impact, moved }) => {
      const counts = moved ?? readImpactSummary(impact)?.placements
      return counts && <PlacementCounts counts={counts} />
    },
  },
  {
    name: 'state',
    heading: 'Git',
    cell: ({ publications }) => <InGit publications={publications} />,
  },
]

function What({ row: { action, edited, objects, reason, impact } }: { row: ChangeLine }) {
  const [only] = edited
  return (
    <>
      {changeWords(action, edited, objects)}
      {objects === 1 && only && (
        <>
          {' '}
          <EditedName edited={only} />
        </>
      )}
      <OverrideBadge overrides={readOverrides(impact)} />
      {reason !== null && <span className="block text-xs text-muted">{reason}</span>}
    </>
  )
}

function InGit({ publications }: Pick<ChangeLine, 'publications'>) {
  const commit = publications.find(({ commit }) => commit !== null)?.commit
  const state = changeState(publications)
  const pull = publications.find(({ pullRequest }) => pullRequest !== null)?.pullRequest
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {pull && state === 'proposed' ? (
        <ProposedBadge pull={pull} />
      ) : (
        <PublicationBadge state={state} />
      )}
      {commit && <CommitChip commit={commit} />}
    </span>
  )
}

/** A link to the object as it is now; one that is gone has no page. */
function EditedName({ edited }: { edited: Edited }) {
  if (edited.after === null) return <span className="font-medium">{editedName(edited)}</span>
  return <TextLink href={objectPath(edited)}>{editedName(edited)}</TextLink>
}
