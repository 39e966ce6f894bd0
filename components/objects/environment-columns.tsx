import { ShieldCheck } from 'lucide-react'
import type { Column } from '#components/list/column-table.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { durationText } from '#lib/domain/objects/durations.ts'
import type { Environment } from '#lib/domain/objects/objects.ts'
import { objectPath, pathAt } from '#lib/schemas/paths.ts'
import { kindTitle } from './kinds.ts'
import { None } from './label-chips.tsx'
import { ObjectName, sinceColumn } from './object-columns.tsx'

type Listed = {
  readonly object: Environment
  readonly json: { readonly status: { readonly since: string; readonly implicit?: true } }
}

/** Without a sort that is usual: a page has them in the order in which versions come to them. */
export const environmentColumns = (at: Date | null): readonly Column<Listed>[] => [
  {
    name: 'name',
    exports: ['name', 'description'],
    heading: kindTitle('environment'),
    sort: { by: 'name', isOneOfMany: true },
    cell: ({ object: { name, description }, json }) =>
      json.status.implicit ? (
        <span className="text-muted">
          {name}
          <span className="block text-xs">Only clusters name it</span>
        </span>
      ) : (
        <ObjectName name={name} description={description} path={pathOf(name)} at={at} />
      ),
  },
  {
    name: 'after',
    exports: ['after', 'after_soak'],
    heading: 'After',
    cell: ({ object: { after, afterSoakMs } }) =>
      after.length === 0 ? (
        <None />
      ) : (
        <>
          <Links names={after} at={at} />
          {afterSoakMs > 0 && (
            <span className="block text-xs text-muted">{durationText(afterSoakMs)} later</span>
          )}
        </>
      ),
  },
  { name: 'waves', heading: 'Waves', from: 'md', cell: ({ object }) => object.waves.length },
  {
    name: 'protected',
    heading: 'Protected',
    cell: ({ object }) =>
      object.protected ? <Badge icon={ShieldCheck}>Deployers only</Badge> : <None />,
  },
  {
    name: 'deployers',
    heading: 'Groups of deployers',
    from: 'md',
    cell: ({ object }) => object.deployers.length || <None />,
  },
  sinceColumn,
]

function Links({ names, at }: { names: readonly string[]; at: Date | null }) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <TextLink href={pathAt(pathOf(name), at)}>{name}</TextLink>
    </span>
  ))
}

function pathOf(name: string): string {
  return objectPath({ kind: 'environment', team: null, name })
}
