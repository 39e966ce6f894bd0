import { Users } from 'lucide-react'
import type { Metadata } from 'next'
import { searchField } from '#components/list/fields.ts'
import { ListView } from '#components/list/list-view.tsx'
import { SortHeading } from '#components/list/sort-heading.tsx'
import { SelectorChip } from '#components/ui/chip.tsx'
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
import { formatSelector } from '#lib/domain/selector-format.ts'
import { readObjectPageList } from '#lib/http/object-page-lists.ts'
import type { SearchParams } from '#lib/http/page-query.ts'
import { pagePaths, pathAt } from '#lib/paths.ts'
import type { Representation } from '#lib/usecases/objects/represent.ts'
import { teams } from '#lib/usecases/objects/use-cases.ts'
import { NewAction } from '../new-action.tsx'

export const metadata: Metadata = { title: 'Teams' }

export default async function TeamsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const list = await readObjectPageList(
    { path: pagePaths.teams, useCase: teams.list, labelled: false },
    await searchParams,
  )
  return (
    <ListView
      title="Teams"
      description="Who owns what. On each cluster where it runs something, a team has a Kubernetes namespace of its name."
      list={list}
      actions={<NewAction kind="team" />}
      fields={[searchField]}
      nothing={{
        icon: Users,
        title: 'No teams yet',
        text: <p>Applications belong to teams, so a team comes first.</p>,
      }}
    >
      {(items) => (
        <Table label="Teams">
          <TableHead>
            <SortHeading address={list.address} by="name" isDefault="ascending">
              Team
            </SortHeading>
            <ColumnHeading>Groups</ColumnHeading>
            <ColumnHeading from="md">May use clusters</ColumnHeading>
            <ColumnHeading from="md">Network</ColumnHeading>
            <SortHeading address={list.address} by="since" from="lg">
              Since
            </SortHeading>
          </TableHead>
          <TableBody>
            {items.map((item) => (
              <TeamRow key={item.object.name} item={item} at={list.at} />
            ))}
          </TableBody>
        </Table>
      )}
    </ListView>
  )
}

function TeamRow({ item: { object, json }, at }: { item: Representation; at: Date | null }) {
  if (object.kind !== 'team') return null
  const { name, description, groups, clusterBoundary, network } = object
  return (
    <Row>
      <NameCell>
        <TextLink strong href={pathAt(pagePaths.team(name), at)}>
          {name}
        </TextLink>
        <span className="block text-xs text-muted">{description}</span>
      </NameCell>
      <Cell>{groups.length}</Cell>
      <Cell from="md">
        {clusterBoundary === null ? (
          'All'
        ) : (
          <SelectorChip selector={formatSelector(clusterBoundary)} />
        )}
      </Cell>
      <Cell from="md">{network}</Cell>
      <Cell from="lg">
        <Ago at={new Date(json.status.since)} />
      </Cell>
    </Row>
  )
}
