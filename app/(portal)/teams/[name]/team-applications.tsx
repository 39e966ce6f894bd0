import { LabelChips } from '#components/objects/label-chips.tsx'
import { Chip } from '#components/ui/chip.tsx'
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
import type { ModelObject } from '#lib/domain/objects.ts'
import { pagePaths, pathAt } from '#lib/paths.ts'

export function TeamApplications({
  applications,
  at,
}: {
  applications: readonly ModelObject[]
  at: Date | null
}) {
  if (applications.length === 0) {
    return <p className="p-4 text-muted">The team has no applications.</p>
  }
  return (
    <Table label="Applications of the team">
      <TableHead>
        <ColumnHeading>Application</ColumnHeading>
        <ColumnHeading from="sm">Version</ColumnHeading>
        <ColumnHeading from="md">Labels</ColumnHeading>
      </TableHead>
      <TableBody>
        {applications.map((application) =>
          application.kind === 'application' ? (
            <Row key={application.name}>
              <NameCell>
                <TextLink
                  strong
                  href={pathAt(pagePaths.application(application.team, application.name), at)}
                >
                  {application.name}
                </TextLink>
              </NameCell>
              <Cell from="sm">
                <Chip>{application.repoBranch}</Chip>
              </Cell>
              <Cell from="md">
                <LabelChips labels={application.labels} />
              </Cell>
            </Row>
          ) : null,
        )}
      </TableBody>
    </Table>
  )
}
