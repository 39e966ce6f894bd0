import { PublicationBadge } from '#components/changes/publication-badge.tsx'
import { None } from '#components/objects/label-chips.tsx'
import { Card } from '#components/ui/card.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import {
  Cell,
  ColumnHeading,
  NameCell,
  Row,
  Table,
  TableBody,
  TableHead,
} from '#components/ui/table.tsx'
import type { Change } from '#lib/usecases/changes/read.ts'

/** The change's way into each branch that it touches. */
export function PublicationsCard({ publications }: Pick<Change, 'publications'>) {
  return (
    <Card flush title="Publications" note="its way into each branch of Git">
      {publications.length === 0 ? (
        <p className="p-4 text-muted">No file is different, so there is nothing to publish.</p>
      ) : (
        <Table label="Publications">
          <TableHead>
            <ColumnHeading>Branch</ColumnHeading>
            <ColumnHeading>State</ColumnHeading>
            <ColumnHeading>Commit</ColumnHeading>
          </TableHead>
          <TableBody>
            {publications.map(({ branch, state, commit, error }) => (
              <Row key={branch}>
                <NameCell>
                  <Chip>{branch}</Chip>
                </NameCell>
                <Cell>
                  <PublicationBadge state={state} />
                  {error !== null && <p className="mt-1 text-xs text-bad">{error}</p>}
                </Cell>
                <Cell>{commit === null ? <None>not yet</None> : <Commit id={commit} />}</Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  )
}

function Commit({ id }: { id: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <Chip>{id.slice(0, 12)}</Chip>
      <CopyButton text={id} label={`the commit ${id.slice(0, 12)}`} />
    </span>
  )
}
