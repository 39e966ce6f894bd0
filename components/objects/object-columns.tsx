// Columns that the lists of several kinds of object have, and what is in them.
import type { Column } from '#components/list/column-table.tsx'
import { GroupState } from '#components/observed/state-counts.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import type { ObjectOfKind } from '#lib/domain/objects/object-json.ts'
import { ownerOf, refOf } from '#lib/domain/objects/objects.ts'
import type { Freshness } from '#lib/domain/observed/freshness.ts'
import type { StateCounts } from '#lib/domain/observed/states.ts'
import { objectPath, pagePaths, pathAt } from '#lib/schemas/paths.ts'
import { kindTitle } from './kinds.ts'

/** What clusters say of it, where it is of a kind of which they do. */
export type ListedStatus = {
  readonly since: string
  readonly counts?: StateCounts
  readonly freshness?: Freshness | null
  readonly observed_at?: string | null
  readonly interval_s?: number | null
  readonly planned_silence?: { readonly until: string } | null
  readonly implicit?: true
  readonly clusters?: number
}

export type Listed<K extends Kind> = {
  readonly object: ObjectOfKind<K>
  readonly json: { readonly status: ListedStatus }
}
export type Columns<K extends Kind> = (at: Date | null) => readonly Column<Listed<K>>[]

/** A link to an object, with its description. */
export function ObjectName({
  name,
  description,
  path,
  at,
}: {
  name: string
  description: string
  path: string
  at: Date | null
}) {
  return (
    <>
      <TextLink strong href={pathAt(path, at)}>
        {name}
      </TextLink>
      {description !== '' && (
        <span className="block text-xs text-muted compact:hidden">{description}</span>
      )}
    </>
  )
}

/** The team that owns an object; null: the platform. */
export function Owner({ team, at }: { team: string | null; at: Date | null }) {
  if (team === null) return <span className="text-muted">Platform</span>
  return <TextLink href={pathAt(pagePaths.team(team), at)}>{team}</TextLink>
}

type Dated = { readonly json: { readonly status: { readonly since: string } } }

export const sinceColumn: Column<Dated> = {
  name: 'since',
  heading: 'Since',
  sort: { by: 'since', isOneOfMany: true },
  from: 'lg',
  cell: ({ json }) => <Ago at={new Date(json.status.since)} />,
}

export function nameColumn(kind: Kind, at: Date | null): Column<Listed<Kind>> {
  return {
    name: 'name',
    exports: ['name', 'description'],
    heading: kindTitle(kind),
    sort: { by: 'name', isDefault: 'ascending', isOneOfMany: true },
    cell: ({ object }) => (
      <ObjectName
        name={object.name}
        description={object.description}
        path={objectPath(refOf(object))}
        at={at}
      />
    ),
  }
}

export function ownerColumn(heading: string, at: Date | null): Column<Listed<Kind>> {
  return {
    name: 'namespace',
    heading,
    cell: ({ object }) => <Owner team={ownerOf(object)} at={at} />,
  }
}

/** Its placements by state. */
export const stateColumn: Column<Listed<Kind>> = {
  name: 'state',
  heading: 'State',
  cell: ({ json }) => <GroupState counts={json.status.counts ?? {}} />,
}
