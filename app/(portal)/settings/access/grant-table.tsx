import { KeyRound, Lock } from 'lucide-react'
import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import type { KnownRoleGrant } from '#lib/usecases/access/role-grants.ts'
import { RemoveGrantButton } from './remove-grant-button.tsx'
import { SOURCE_WORDS, TenantRoleBadge } from '#components/access/role-words.tsx'

export function GrantTable({
  grants,
  mayRemove,
}: {
  grants: readonly KnownRoleGrant[]
  mayRemove: boolean
}) {
  if (grants.length === 0) {
    return (
      <EmptyState icon={KeyRound} title="Nobody has a role in the whole tenant yet">
        <p>
          Groups of teams give roles in their teams alone. Give a group or an app role one here.
        </p>
      </EmptyState>
    )
  }
  return (
    <ColumnTable
      label="Roles in the tenant"
      columns={mayRemove ? [...columns, removal] : columns}
      items={grants}
      keyOf={({ id, source, value }) => id ?? `${source} ${value}`}
    />
  )
}

const columns: readonly Column<KnownRoleGrant>[] = [
  {
    heading: 'Whoever has',
    cell: ({ source, value, description, id }) => (
      <div className="min-w-0 space-y-0.5">
        {id === null ? (
          <Badge icon={Lock}>Always, by BERTH_ADMINS</Badge>
        ) : (
          description !== '' && <p className="font-medium break-words">{description}</p>
        )}
        <p className="text-xs break-all text-muted">
          {SOURCE_WORDS[source]} <Chip>{value}</Chip>
        </p>
      </div>
    ),
  },
  { heading: 'Is', cell: ({ role }) => <TenantRoleBadge role={role} /> },
]

const removal: Column<KnownRoleGrant> = {
  heading: 'Remove',
  isHeadingHidden: true,
  className: 'w-0',
  cell: ({ id, value, description }) =>
    id === null ? null : (
      <RemoveGrantButton id={id} name={description === '' ? value : description} />
    ),
}
