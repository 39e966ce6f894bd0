import { Server } from 'lucide-react'
import type { Metadata } from 'next'
import { searchField, selectorField } from '#components/list/fields.ts'
import { ListView } from '#components/list/list-view.tsx'
import { SortHeading } from '#components/list/sort-heading.tsx'
import { LabelChips, None } from '#components/objects/label-chips.tsx'
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
import { clusters } from '#lib/usecases/objects/use-cases.ts'
import { NewAction } from '../new-action.tsx'

export const metadata: Metadata = { title: 'Clusters' }

export default async function ClustersPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const list = await readObjectPageList(
    { path: pagePaths.clusters, useCase: clusters.list, labelled: true },
    await searchParams,
  )
  return (
    <ListView
      title="Clusters"
      description="The Kubernetes clusters of the fleet. Policies choose among them by their labels."
      list={list}
      actions={<NewAction kind="cluster" />}
      fields={[searchField, selectorField]}
      nothing={{
        icon: Server,
        title: 'No clusters yet',
        text: <p>Onboard one, and it gets a folder in Git for its Argo CD to pull.</p>,
      }}
    >
      {(items) => (
        <Table label="Clusters">
          <TableHead>
            <SortHeading address={list.address} by="name" isDefault="ascending">
              Cluster
            </SortHeading>
            <ColumnHeading from="sm">Environment</ColumnHeading>
            <ColumnHeading from="md">Labels</ColumnHeading>
            <SortHeading address={list.address} by="since" from="lg">
              Since
            </SortHeading>
          </TableHead>
          <TableBody>
            {items.map((item) => (
              <ClusterRow key={item.object.name} item={item} at={list.at} />
            ))}
          </TableBody>
        </Table>
      )}
    </ListView>
  )
}

function ClusterRow({ item: { object, json }, at }: { item: Representation; at: Date | null }) {
  if (object.kind !== 'cluster') return null
  return (
    <Row>
      <NameCell>
        <TextLink strong href={pathAt(pagePaths.cluster(object.name), at)}>
          {object.name}
        </TextLink>
        <span className="block text-xs text-muted">{object.description || object.shortName}</span>
      </NameCell>
      <Cell from="sm">{object.environment || <None />}</Cell>
      <Cell from="md">
        <LabelChips labels={object.labels} max={5} />
      </Cell>
      <Cell from="lg">
        <Ago at={new Date(json.status.since)} />
      </Cell>
    </Row>
  )
}
