import {
  Cell,
  ColumnHeading,
  NameCell,
  Row,
  Table,
  TableBody,
  TableHead,
} from '#components/ui/table.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { SortHeading } from '#components/list/sort-heading.tsx'
import { changeState, type PublicationState } from '#lib/domain/publication-state.ts'
import { type ListAddress, objectPath, pagePaths } from '#lib/paths.ts'
import { readImpactSummary } from '#lib/schemas/impact-summary.ts'
import { changeWords, type Edited, editedName } from './change-words.ts'
import { PlacementCounts } from './placement-counts.tsx'
import { PublicationBadge } from './publication-badge.tsx'

export type ChangeLine = {
  readonly id: number
  readonly at: Date
  readonly actorName: string
  readonly reason: string | null
  readonly impact: unknown
  readonly publications: readonly {
    readonly state: PublicationState
    readonly commit: string | null
  }[]
  readonly objects: number
  readonly edited: readonly Edited[]
}

/** Accepted edits, newest first: what, who, why, what it moved, and whether Git has it. */
export function ChangeTable({
  rows,
  address,
}: {
  rows: readonly ChangeLine[]
  /** Where the table is a list that can be sorted. */
  address?: ListAddress
}) {
  return (
    <Table label="Changes">
      <TableHead>
        <ColumnHeading>Change</ColumnHeading>
        <ColumnHeading>What</ColumnHeading>
        <ColumnHeading from="lg">Who</ColumnHeading>
        {address ? (
          <SortHeading address={address} by="at" isDefault="descending" from="sm">
            When
          </SortHeading>
        ) : (
          <ColumnHeading from="sm">When</ColumnHeading>
        )}
        <ColumnHeading from="md">Placements</ColumnHeading>
        <ColumnHeading>Git</ColumnHeading>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <ChangeRow key={row.id} row={row} />
        ))}
      </TableBody>
    </Table>
  )
}

function ChangeRow({ row }: { row: ChangeLine }) {
  const { id, at, actorName, reason, impact, publications, objects, edited } = row
  const counts = readImpactSummary(impact)?.placements
  const commit = publications.find(({ commit }) => commit !== null)?.commit
  const [only] = edited
  return (
    <Row>
      <NameCell>
        <TextLink strong href={pagePaths.change(id)}>
          #{id}
        </TextLink>
      </NameCell>
      <Cell>
        {changeWords(edited, objects)}
        {objects === 1 && only && (
          <>
            {' '}
            <EditedName edited={only} />
          </>
        )}
        {reason !== null && <span className="block text-xs text-muted">{reason}</span>}
      </Cell>
      <Cell from="lg">{actorName}</Cell>
      <Cell from="sm">
        <Ago at={at} />
      </Cell>
      <Cell from="md">{counts && <PlacementCounts counts={counts} />}</Cell>
      <Cell>
        <span className="flex flex-wrap items-center gap-1.5">
          <PublicationBadge state={changeState(publications)} />
          {commit && <Chip>{commit.slice(0, 8)}</Chip>}
        </span>
      </Cell>
    </Row>
  )
}

/** A link to the object as it is now; one that is gone has no page. */
function EditedName({ edited }: { edited: Edited }) {
  if (edited.after === null) return <span className="font-medium">{editedName(edited)}</span>
  return <TextLink href={objectPath(edited)}>{editedName(edited)}</TextLink>
}
