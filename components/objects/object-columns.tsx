import type { Column } from '#components/list/column-table.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import { pagePaths, pathAt } from '#lib/schemas/paths.ts'

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
