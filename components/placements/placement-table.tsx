import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import { type ListAddress, pagePaths, pathAt } from '#lib/schemas/paths.ts'

export type PlacementLine = {
  readonly namespace: string
  readonly application: string
  readonly cluster: string
  readonly policies: readonly string[]
  readonly since: Date
  readonly change: number
}

/** Placements, each with the policies that give it and a link to its explanation. */
export function PlacementTable({
  rows,
  at,
  address,
  of,
}: {
  rows: readonly PlacementLine[]
  at: Date | null
  /** What all rows have in common; its column is left out. */
  of?: 'application' | 'cluster'
  address?: ListAddress
}) {
  return (
    <ColumnTable
      label="Placements"
      columns={columnsAt(at).filter(({ names }) => names === undefined || names !== of)}
      items={rows}
      keyOf={({ namespace, application, cluster }) => `${namespace}/${application}/${cluster}`}
      address={address}
    />
  )
}

type PlacementColumn = Column<PlacementLine> & {
  readonly names?: 'application' | 'cluster'
}

function columnsAt(at: Date | null): readonly PlacementColumn[] {
  return [
    {
      heading: 'Application',
      names: 'application',
      sort: { by: 'name', isDefault: 'ascending' },
      cell: ({ namespace, application }) => (
        <>
          <span className="text-muted">{namespace} / </span>
          <TextLink strong href={pathAt(pagePaths.application(namespace, application), at)}>
            {application}
          </TextLink>
        </>
      ),
    },
    {
      heading: 'Cluster',
      names: 'cluster',
      cell: ({ cluster }) => (
        <TextLink href={pathAt(pagePaths.cluster(cluster), at)}>{cluster}</TextLink>
      ),
    },
    {
      heading: 'Given by',
      from: 'md',
      cell: ({ policies }) => (
        <span className="flex flex-wrap gap-x-3">
          {policies.map((policy) => (
            <TextLink key={policy} href={pathAt(pagePaths.policy(policy), at)}>
              {policy}
            </TextLink>
          ))}
        </span>
      ),
    },
    {
      heading: 'Since',
      from: 'lg',
      cell: ({ since, change }) => (
        <>
          <Ago at={since} />
          <span className="ml-2 text-xs">
            <TextLink href={pagePaths.change(change)}>#{change}</TextLink>
          </span>
        </>
      ),
    },
    {
      heading: 'Explanation',
      isHeadingHidden: true,
      className: 'text-right',
      cell: ({ namespace, application, cluster }) => (
        <TextLink href={pathAt(pagePaths.placement(namespace, application, cluster), at)}>
          Why<span className="sr-only">{` is ${application} on ${cluster}?`}</span>
          <span aria-hidden>?</span>
        </TextLink>
      ),
    },
  ]
}
