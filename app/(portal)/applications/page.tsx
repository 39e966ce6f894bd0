import { Boxes } from 'lucide-react'
import type { Metadata } from 'next'
import { searchField, selectorField } from '#components/list/fields.ts'
import { ListView } from '#components/list/list-view.tsx'
import { SortHeading } from '#components/list/sort-heading.tsx'
import { LabelChips } from '#components/objects/label-chips.tsx'
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
import { readObjectPageList } from '#lib/http/object-page-lists.ts'
import type { SearchParams } from '#lib/http/page-query.ts'
import { pagePaths, pathAt } from '#lib/paths.ts'
import type { Representation } from '#lib/usecases/objects/represent.ts'
import { applications } from '#lib/usecases/objects/use-cases.ts'
import { NewAction } from '../new-action.tsx'

export const metadata: Metadata = { title: 'Applications' }

export default async function ApplicationsPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const list = await readObjectPageList(
    { path: pagePaths.applications, useCase: applications.list, labelled: true },
    await searchParams,
  )
  return (
    <ListView
      title="Applications"
      description="Directories in Git, each owned by a team. Policies choose among them by their labels."
      list={list}
      actions={<NewAction kind="application" />}
      fields={[searchField, selectorField]}
      nothing={{
        icon: Boxes,
        title: 'No applications yet',
        text: <p>A team onboards one by naming its repository, branch and path.</p>,
      }}
    >
      {(items) => (
        <Table label="Applications">
          <TableHead>
            <SortHeading address={list.address} by="name" isDefault="ascending">
              Application
            </SortHeading>
            <ColumnHeading>Team</ColumnHeading>
            <ColumnHeading from="lg">Source</ColumnHeading>
            <ColumnHeading from="md">Labels</ColumnHeading>
            <SortHeading address={list.address} by="since" from="xl">
              Since
            </SortHeading>
          </TableHead>
          <TableBody>
            {items.map((item) => (
              <ApplicationRow
                key={`${item.json.namespace}/${item.object.name}`}
                item={item}
                at={list.at}
              />
            ))}
          </TableBody>
        </Table>
      )}
    </ListView>
  )
}

function ApplicationRow({ item: { object, json }, at }: { item: Representation; at: Date | null }) {
  if (object.kind !== 'application') return null
  return (
    <Row>
      <NameCell>
        <TextLink strong href={pathAt(pagePaths.application(object.team, object.name), at)}>
          {object.name}
        </TextLink>
        <span className="block text-xs text-muted">{object.description}</span>
      </NameCell>
      <Cell>
        <TextLink href={pathAt(pagePaths.team(object.team), at)}>{object.team}</TextLink>
      </Cell>
      <Cell from="lg">
        <span className="block font-mono text-xs break-all">{object.repoUrl}</span>
        <span className="block font-mono text-xs break-all text-muted">
          {object.repoBranch} · {object.repoPath}
        </span>
      </Cell>
      <Cell from="md">
        <LabelChips labels={object.labels} />
      </Cell>
      <Cell from="xl">
        <Ago at={new Date(json.status.since)} />
      </Cell>
    </Row>
  )
}
