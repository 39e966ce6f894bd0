import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { LabelChips } from '#components/objects/label-chips.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { Application, ModelObject } from '#lib/domain/objects/objects.ts'
import { pagePaths, pathAt } from '#lib/schemas/paths.ts'

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
    <ColumnTable
      label="Applications of the team"
      columns={columnsAt(at)}
      items={applications.filter((object) => object.kind === 'application')}
      keyOf={({ name }) => name}
    />
  )
}

function columnsAt(at: Date | null): readonly Column<Application>[] {
  return [
    {
      heading: 'Application',
      cell: ({ team, name }) => (
        <TextLink strong href={pathAt(pagePaths.application(team, name), at)}>
          {name}
        </TextLink>
      ),
    },
    { heading: 'Version', from: 'sm', cell: ({ repoBranch }) => <Chip>{repoBranch}</Chip> },
    { heading: 'Labels', from: 'md', cell: ({ labels }) => <LabelChips labels={labels} /> },
  ]
}
