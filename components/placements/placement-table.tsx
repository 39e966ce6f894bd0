import {
  Cell,
  ColumnHeading,
  NameCell,
  Row,
  Table,
  TableBody,
  TableHead,
} from '#components/ui/table.tsx'
import { SortHeading } from '#components/list/sort-heading.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import { type ListAddress, pagePaths, pathAt } from '#lib/paths.ts'

export type PlacementRow = {
  readonly namespace: string
  readonly application: string
  readonly cluster: string
  readonly policies: readonly string[]
  readonly since: Date
  readonly change: number
}

/** Placements, each with the policies that give it and the way to its explanation. */
export function PlacementTable({
  rows,
  at,
  address,
  of,
}: {
  rows: readonly PlacementRow[]
  at: Date | null
  /** What the rows have in common, which they then leave out. */
  of?: 'application' | 'cluster'
  /** Where the table is a list that can be sorted. */
  address?: ListAddress
}) {
  return (
    <Table label="Placements">
      <TableHead>
        {of !== 'application' && <ApplicationHeading address={address} />}
        {of !== 'cluster' && <ColumnHeading>Cluster</ColumnHeading>}
        <ColumnHeading from="md">Given by</ColumnHeading>
        <ColumnHeading from="lg">Since</ColumnHeading>
        <ColumnHeading>
          <span className="sr-only">Explanation</span>
        </ColumnHeading>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <PlacementLine
            key={`${row.namespace}/${row.application}/${row.cluster}`}
            row={row}
            at={at}
            of={of}
          />
        ))}
      </TableBody>
    </Table>
  )
}

function ApplicationHeading({ address }: { address: ListAddress | undefined }) {
  if (!address) return <ColumnHeading>Application</ColumnHeading>
  return (
    <SortHeading address={address} by="name" isDefault="ascending">
      Application
    </SortHeading>
  )
}

function PlacementLine({
  row: { namespace, application, cluster, policies, since, change },
  at,
  of,
}: {
  row: PlacementRow
  at: Date | null
  of: 'application' | 'cluster' | undefined
}) {
  const clusterLink = <TextLink href={pathAt(pagePaths.cluster(cluster), at)}>{cluster}</TextLink>
  return (
    <Row>
      <NameCell>
        {of === 'application' ? (
          clusterLink
        ) : (
          <>
            <span className="text-muted">{namespace} / </span>
            <TextLink strong href={pathAt(pagePaths.application(namespace, application), at)}>
              {application}
            </TextLink>
          </>
        )}
      </NameCell>
      {of === undefined && <Cell>{clusterLink}</Cell>}
      <Cell from="md">
        <span className="flex flex-wrap gap-x-3">
          {policies.map((policy) => (
            <TextLink key={policy} href={pathAt(pagePaths.policy(policy), at)}>
              {policy}
            </TextLink>
          ))}
        </span>
      </Cell>
      <Cell from="lg">
        <Ago at={since} />
        <span className="ml-2 text-xs">
          <TextLink href={pagePaths.change(change)}>#{change}</TextLink>
        </span>
      </Cell>
      <Cell className="text-right">
        <TextLink href={pathAt(pagePaths.placement(namespace, application, cluster), at)}>
          Why<span className="sr-only">{` is ${application} on ${cluster}?`}</span>
          <span aria-hidden>?</span>
        </TextLink>
      </Cell>
    </Row>
  )
}
