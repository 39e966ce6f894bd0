import { CircleDot, History } from 'lucide-react'
import type { Metadata } from 'next'
import { pairFields, rangeFields, searchField } from '#components/list/fields.ts'
import { ListView } from '#components/list/list-view.tsx'
import { SortHeading } from '#components/list/sort-heading.tsx'
import { None } from '#components/objects/label-chips.tsx'
import { Badge } from '#components/ui/badge.tsx'
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
import { Ago } from '#components/ui/time.tsx'
import { readSort } from '#lib/http/lists.ts'
import { readPageList } from '#lib/http/page-lists.ts'
import type { SearchParams } from '#lib/http/page-query.ts'
import { readInstant, readText } from '#lib/http/parameters.ts'
import { deploymentPosition } from '#lib/http/positions.ts'
import { type ListAddress, pagePaths, pathAt } from '#lib/paths.ts'
import { type DeploymentList, listHistoryUseCase } from '#lib/usecases/history/list.ts'

export const metadata: Metadata = { title: 'History' }

const list = {
  path: pagePaths.history,
  filters: ['q', 'namespace', 'application', 'cluster', 'from', 'to'],
  position: deploymentPosition,
  useCase: listHistoryUseCase,
}

export default async function HistoryPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const deployments = await readPageList(
    {
      ...list,
      input: (query, window) => ({
        ...window,
        filter: {
          text: readText(query, 'q'),
          descending: readSort({ query }, ['from'], '-from').descending,
          namespace: readText(query, 'namespace'),
          application: readText(query, 'application'),
          cluster: readText(query, 'cluster'),
          from: readInstant(query, 'from'),
          to: readInstant(query, 'to'),
        },
      }),
    },
    await searchParams,
  )
  return (
    <ListView
      title="History"
      description="Deployments: a version of an application on a cluster, from one change to another."
      list={deployments}
      fields={[searchField, ...rangeFields, ...pairFields]}
      nothing={{
        icon: History,
        title: 'No deployments yet',
        text: <p>The first placement begins the history.</p>,
      }}
    >
      {(rows) => <DeploymentTable rows={rows} at={deployments.at} address={deployments.address} />}
    </ListView>
  )
}

type Deployment = DeploymentList['items'][number]

function DeploymentTable({
  rows,
  at,
  address,
}: {
  rows: readonly Deployment[]
  at: Date | null
  address: ListAddress
}) {
  return (
    <Table label="Deployments">
      <TableHead>
        <ColumnHeading>Application</ColumnHeading>
        <ColumnHeading>Cluster</ColumnHeading>
        <ColumnHeading from="md">Version</ColumnHeading>
        <SortHeading address={address} by="from" isDefault="descending" from="sm">
          From
        </SortHeading>
        <ColumnHeading>To</ColumnHeading>
        <ColumnHeading from="lg">Who and why</ColumnHeading>
        <ColumnHeading from="xl">Commit</ColumnHeading>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <DeploymentRow
            key={`${row.change} ${row.namespace}/${row.application}/${row.cluster}`}
            row={row}
            at={at}
          />
        ))}
      </TableBody>
    </Table>
  )
}

function DeploymentRow({ row, at }: { row: Deployment; at: Date | null }) {
  const { namespace, application, cluster, version, from, to, change, endedBy } = row
  return (
    <Row>
      <NameCell>
        <span className="text-muted">{namespace} / </span>
        <TextLink strong href={pathAt(pagePaths.placement(namespace, application, cluster), at)}>
          {application}
        </TextLink>
      </NameCell>
      <Cell>
        <TextLink href={pathAt(pagePaths.cluster(cluster), at)}>{cluster}</TextLink>
      </Cell>
      <Cell from="md">
        <Chip>{version}</Chip>
      </Cell>
      <Cell from="sm">
        <Moment at={from} change={change} />
      </Cell>
      <Cell>
        {to === null ? (
          <Badge tone="good" icon={CircleDot}>
            Still placed
          </Badge>
        ) : (
          <Moment at={to} change={endedBy} />
        )}
      </Cell>
      <Cell from="lg">
        {row.actor}
        {row.reason !== null && <span className="block text-xs text-muted">{row.reason}</span>}
      </Cell>
      <Cell from="xl">
        {row.commit === null ? <None /> : <Chip>{row.commit.slice(0, 8)}</Chip>}
      </Cell>
    </Row>
  )
}

function Moment({ at, change }: { at: Date; change: number | null }) {
  return (
    <>
      <Ago at={at} />{' '}
      {change !== null && <TextLink href={pagePaths.change(change)}>#{change}</TextLink>}
    </>
  )
}
