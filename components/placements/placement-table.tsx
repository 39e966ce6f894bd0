import { Pin } from 'lucide-react'
import type { ComponentProps } from 'react'
import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { None } from '#components/objects/label-chips.tsx'
import { ObservedRevision, PairState } from '#components/observed/pair-state.tsx'
import type { BlockedByJson } from '#lib/domain/objects/blocked-by.ts'
import type { PairStatus } from '#lib/domain/observed/pair-status.ts'
import { Chip } from '#components/ui/chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago, Clock } from '#components/ui/time.tsx'
import { pagePaths, pathAt } from '#lib/schemas/paths.ts'

export type PlacementLine = Pick<
  PairStatus,
  'state' | 'stateSince' | 'planned' | 'observed' | 'pullRequest'
> & {
  readonly namespace: string
  readonly application: string
  readonly cluster: string
  readonly policies: readonly string[]
  /** The name of its target; null: it has none. */
  readonly target: string | null
  readonly since: Date | null
  readonly change: number | null
  /** Until when its cluster holds its version; null: it doesn’t. */
  readonly heldUntil: Date | null
  /** What it waits for; null: of the past that isn't known. */
  readonly blocked: readonly BlockedByJson[] | null
}

/** Placements, each with what its cluster says of it, the policies that give it, and a link to its explanation. */
export function PlacementTable({
  rows,
  at,
  of,
  label = 'Placements',
}: {
  rows: readonly PlacementLine[]
  at: Date | null
  /** What all rows have in common; its column is left out. */
  of?: PairHalf
  label?: string
}) {
  return (
    <ColumnTable
      label={label}
      columns={placementColumns({ at, knownAt: null }, of).filter(
        ({ name }) => name === undefined || name !== of,
      )}
      items={rows}
      keyOf={placementKey}
    />
  )
}

export function placementKey({ namespace, application, cluster }: PlacementLine): string {
  return `${namespace}/${application}/${cluster}`
}

type PairHalf = 'application' | 'cluster'

/** The moment that is shown, and when it was known; null: now. */
export type Then = { readonly at: Date | null; readonly knownAt: Date | null }

const targetColumn: Column<PlacementLine> = {
  name: 'target',
  heading: 'Target',
  from: 'lg',
  isSaid: ({ target }) => target !== null,
  cell: ({ target }) => target !== null && <Chip>{target}</Chip>,
}

/** Where there is little room the cluster stands below the application, unless all rows have one of both in common. */
export function placementColumns(then: Then, of?: PairHalf): readonly Column<PlacementLine>[] {
  const { at } = then
  const namesBoth = of === undefined
  return [
    {
      name: 'application',
      exports: ['namespace', 'application'],
      heading: 'Application',
      sort: { by: 'name', isDefault: 'ascending' },
      cell: (row) => (
        <>
          <ApplicationLink row={row} at={at} />
          {namesBoth && (
            <span className="mt-0.5 block text-xs sm:hidden">
              <ClusterLink row={row} at={at} />
            </span>
          )}
        </>
      ),
    },
    {
      name: 'cluster',
      heading: 'Cluster',
      from: namesBoth ? 'sm' : undefined,
      cell: (row) => <WholeClusterLink row={row} at={at} />,
    },
    {
      name: 'state',
      exports: ['state', 'state_since'],
      heading: 'State',
      cell: (row) => <StateAndWait row={row} />,
    },
    {
      name: 'revision',
      heading: 'Observed revision',
      from: 'lg',
      cell: (row) => <ObservedRevision {...row} />,
    },
    {
      name: 'policies',
      heading: 'Given by',
      from: 'md',
      cell: (row) => <PolicyLinks row={row} at={at} />,
    },
    targetColumn,
    {
      name: 'since',
      exports: ['since', 'change'],
      heading: 'Placed',
      // What the rows have in common has a page of its own, with facts beside the table from xl on.
      from: namesBoth ? 'xl' : '2xl',
      cell: (row) => <Placed row={row} />,
    },
    {
      heading: 'Explanation',
      isHeadingHidden: true,
      className: 'text-right',
      cell: (row) => <WhyLink row={row} {...then} />,
    },
  ]
}

type Shown = { row: PlacementLine; at: Date | null }

function ApplicationLink({ row: { namespace, application }, at }: Shown) {
  return (
    <>
      <span className="text-muted">{namespace} / </span>
      <TextLink strong href={pathAt(pagePaths.application(namespace, application), at)}>
        {application}
      </TextLink>
    </>
  )
}

/** Names hold hyphens, at which they would break before anything else does. */
function WholeClusterLink(props: ComponentProps<typeof ClusterLink>) {
  return (
    <div className="sm:min-w-40">
      <ClusterLink {...props} />
    </div>
  )
}

function ClusterLink({ row: { cluster }, at }: Shown) {
  return <TextLink href={pathAt(pagePaths.cluster(cluster), at)}>{cluster}</TextLink>
}

function PolicyLinks({ row: { policies }, at }: Shown) {
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1.5">
      {policies.map((policy) => (
        <TextLink key={policy} href={pathAt(pagePaths.policy(policy), at)}>
          {policy}
        </TextLink>
      ))}
    </span>
  )
}

function Placed({ row: { since, change } }: Pick<Shown, 'row'>) {
  if (since === null || change === null) return <None>Not any more</None>
  return (
    <>
      <Ago at={since} />
      <span className="ml-2 text-xs">
        <TextLink href={pagePaths.change(change)}>#{change}</TextLink>
      </span>
    </>
  )
}

function StateAndWait({ row }: Pick<Shown, 'row'>) {
  return (
    <>
      <PairState {...row} />
      {row.heldUntil && <HeldUntil at={row.heldUntil} />}
      {row.blocked && <WaitsFor blocked={row.blocked} />}
    </>
  )
}

function HeldUntil({ at }: { at: Date }) {
  return (
    <span className="mt-0.5 flex items-center gap-1 text-xs text-muted">
      <Pin aria-hidden className="size-3 shrink-0" />
      <span>
        Holds its version until <Clock at={at} />
      </span>
    </span>
  )
}

/** The first of those that it waits for. Its explanation has all, and what lies behind them. */
function WaitsFor({ blocked: [first, ...others] }: { blocked: readonly BlockedByJson[] }) {
  if (first === undefined) return null
  const { namespace, application } = first
  const name = namespace === null ? 'an application of another team' : `${namespace}/${application}`
  return (
    <span className="mt-0.5 block text-xs wrap-anywhere text-muted">
      for {name}
      {others.length > 0 && `, and ${others.length} more`}
    </span>
  )
}

function WhyLink({
  row: { namespace, application, cluster },
  at,
  knownAt,
}: { row: PlacementLine } & Then) {
  return (
    <span
      data-opens
      className="group-hover/row:opacity-100 focus-within:opacity-100 pointer-fine:opacity-0"
    >
      <TextLink href={pathAt(pagePaths.placement(namespace, application, cluster), at, knownAt)}>
        Why<span className="sr-only">{` is ${application} on ${cluster}?`}</span>
        <span aria-hidden>?</span>
      </TextLink>
    </span>
  )
}
