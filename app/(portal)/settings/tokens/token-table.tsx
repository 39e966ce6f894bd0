import { Ban, CircleCheck, Clock, type LucideIcon, Unlink } from 'lucide-react'
import { chosenColumns, type ListColumns } from '#components/list/chosen-columns.ts'
import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { Ago } from '#components/ui/time.tsx'
import type { ListAddress } from '#lib/schemas/paths.ts'
import type { TokenRow } from '#lib/usecases/tokens/list.ts'
import { RevokeToken } from './revoke-token.tsx'

export function TokenTable({
  tokens,
  address,
  revocable,
}: {
  tokens: readonly TokenRow[]
  address: ListAddress
  /** Ids of the tokens that the visitor may revoke. */
  revocable: readonly string[]
}) {
  return (
    <ColumnTable
      label="API tokens"
      columns={[...chosenColumns(tokenColumns, address), revokeColumn(revocable)]}
      items={tokens}
      keyOf={({ id }) => id}
      address={address}
      hasStops={false}
    />
  )
}

const COLUMNS: readonly Column<TokenRow>[] = [
  {
    name: 'name',
    heading: 'Name',
    sort: { by: 'name' },
    cell: ({ name, state }) => (
      <>
        <span className="break-words">{name}</span>
        {state !== 'active' && (
          <span className="mt-1 block sm:hidden">
            <StateBadge state={state} />
          </span>
        )}
      </>
    ),
  },
  {
    name: 'role',
    exports: ['role', 'team', 'cluster', 'scheduler'],
    heading: 'May',
    cell: (token) => <Reach {...token} />,
  },
  {
    name: 'state',
    heading: 'State',
    from: 'sm',
    cell: ({ state }) => <StateBadge state={state} />,
  },
  {
    name: 'created_by',
    heading: 'Made by',
    from: 'lg',
    className: 'max-w-40 truncate',
    cell: ({ createdByName }) => createdByName,
  },
  {
    name: 'created_at',
    heading: 'Made',
    from: 'lg',
    sort: { by: 'created', isDefault: 'descending' },
    cell: ({ createdAt }) => <Ago at={createdAt} />,
  },
  {
    name: 'expires_at',
    exports: ['expires_at', 'revoked_at'],
    heading: 'Ends',
    from: 'sm',
    sort: { by: 'expires' },
    cell: ({ expiresAt, revokedAt }) => <Ago at={revokedAt ?? expiresAt} />,
  },
  {
    name: 'last_used_at',
    heading: 'Last used',
    from: 'md',
    sort: { by: 'lastUsed' },
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span className="text-muted">never</span> : <Ago at={lastUsedAt} />,
  },
]

/** What can be chosen of, besides the way to revoke. */
export const tokenColumns: ListColumns<TokenRow> = { usual: COLUMNS, labels: [] }

function revokeColumn(revocable: readonly string[]): Column<TokenRow> {
  return {
    heading: 'Revoke',
    isHeadingHidden: true,
    className: 'text-right',
    cell: ({ id, name, state }) =>
      revocable.includes(id) && (state === 'active' || state === 'void') ? (
        <RevokeToken id={id} name={name} />
      ) : null,
  }
}

function Reach({ role, team, cluster, scheduler }: TokenRow) {
  if (scheduler !== null) {
    return (
      <span className="flex flex-wrap items-center gap-1.5">
        decide as <Chip>{scheduler}</Chip>
      </span>
    )
  }
  if (team === null && cluster === null) return <>{role}</>
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {team !== null && (
        <>
          {role} of <Chip>{team}</Chip>
        </>
      )}
      {cluster !== null && (
        <>
          pull as <Chip>{cluster}</Chip>
        </>
      )}
    </span>
  )
}

const STATES: Readonly<Record<TokenRow['state'], readonly [string, Tone, LucideIcon]>> = {
  active: ['active', 'good', CircleCheck],
  expired: ['expired', 'neutral', Clock],
  revoked: ['revoked', 'neutral', Ban],
  void: ['what it was for is gone', 'warn', Unlink],
}

function StateBadge({ state }: Pick<TokenRow, 'state'>) {
  const [word, tone, icon] = STATES[state]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}
