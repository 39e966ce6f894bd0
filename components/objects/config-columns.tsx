// The columns of the lists of configs and of config schemas.
import { CirclePause } from 'lucide-react'
import type { Column } from '#components/list/column-table.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Chip } from '#components/ui/chip.tsx'
import type { ConfigSchema, ModelObject } from '#lib/domain/objects/objects.ts'
import { refOf } from '#lib/domain/objects/objects.ts'
import { objectPath } from '#lib/schemas/paths.ts'
import { None } from './label-chips.tsx'
import {
  type Columns,
  type Listed,
  nameColumn,
  ObjectName,
  Owner,
  sinceColumn,
} from './object-columns.tsx'
import { selectorColumns, SelectorsBelow } from './selector-columns.tsx'

type Told = Extract<ModelObject, { kind: 'config' | 'config-schema' }>
type ToldColumn = Column<Listed<Told['kind']>>

export const configColumns: Columns<'config'> = (at) => [
  toldNameColumn('config', at),
  ...selectorColumns(({ object }: Listed<Told['kind']>) => object),
  {
    name: 'priority',
    heading: 'Priority',
    cell: ({ object }) => <span className="tabular-nums">{object.priority}</span>,
  },
  {
    name: 'values',
    heading: 'Says',
    cell: ({ object }) => <Keys keys={Object.keys(object.values)} />,
  },
  toldOwnerColumn(at),
  { ...sinceColumn, from: 'xl' },
]

export const configSchemaColumns: Columns<'config-schema'> = (at) => [
  toldNameColumn('config-schema', at),
  ...selectorColumns(({ object }: Listed<Told['kind']>) => object),
  {
    name: 'schema',
    heading: 'Declares',
    cell: ({ object }) => <Keys keys={declaredKeys(object)} />,
  },
  toldOwnerColumn(at),
  { ...sinceColumn, from: 'xl' },
]

function toldNameColumn(kind: Told['kind'], at: Date | null): ToldColumn {
  return {
    ...nameColumn(kind, at),
    exports: ['name', 'description', 'suspended'],
    cell: ({ object }) => (
      <>
        <ObjectName
          name={object.name}
          description={object.description}
          path={objectPath(refOf(object))}
          at={at}
        />
        <SelectorsBelow {...object} />
        {object.suspended && (
          <span className="mt-1 block">
            <Badge tone="warn" icon={CirclePause}>
              Suspended
            </Badge>
          </span>
        )}
      </>
    ),
  }
}

function toldOwnerColumn(at: Date | null): ToldColumn {
  return {
    name: 'namespace',
    heading: 'Owner',
    sort: { by: 'namespace', isOneOfMany: true },
    from: 'lg',
    cell: ({ object }) => <Owner team={object.team} at={at} />,
  }
}

function declaredKeys({ schema }: ConfigSchema): readonly string[] {
  const { properties } = schema
  return typeof properties === 'object' ? Object.keys(properties) : []
}

const KEYS_SHOWN = 3

function Keys({ keys }: { keys: readonly string[] }) {
  if (keys.length === 0) return <None />
  const more = keys.length - KEYS_SHOWN
  return (
    <span className="flex flex-wrap items-center gap-1">
      {keys.slice(0, KEYS_SHOWN).map((key) => (
        <Chip key={key}>{key}</Chip>
      ))}
      {more > 0 && <span className="text-xs text-muted">and {more} more</span>}
    </span>
  )
}
