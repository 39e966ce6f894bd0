// How far a change or a commit has come, by what its placements have in common.
import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { None } from '#components/objects/label-chips.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import {
  type Compliance,
  COMPLIANCES,
  type ComplianceGroup,
} from '#lib/domain/observed/compliance.ts'
import { COMPLIANCE_LOOKS } from './compliance-look.ts'

export function ComplianceTable({
  heading,
  groups,
  hrefOf,
}: {
  /** What a group is. */
  heading: string
  groups: readonly ComplianceGroup[]
  /** The placements of a group; null: no list has them. */
  hrefOf: (group: ComplianceGroup) => string | null
}) {
  return (
    <ColumnTable
      label="How far it has come"
      columns={columnsOf(heading, hrefOf)}
      items={groups}
      keyOf={({ key }) => `key ${key}`}
    />
  )
}

function columnsOf(
  heading: string,
  hrefOf: (group: ComplianceGroup) => string | null,
): readonly Column<ComplianceGroup>[] {
  return [
    { heading, cell: (group) => <Name group={group} href={hrefOf(group)} /> },
    {
      heading: 'Arrived',
      cell: ({ succeeded, total }) => (
        <span className="tabular-nums">
          {succeeded.toLocaleString('en')} of {total.toLocaleString('en')}
        </span>
      ),
    },
    { heading: 'Not arrived', cell: (group) => <Missing group={group} /> },
    {
      heading: 'Silent since',
      from: 'md',
      cell: ({ silentSince }) => (silentSince === null ? <None /> : <Ago at={silentSince} />),
    },
    {
      heading: 'Superseded',
      from: 'lg',
      cell: ({ superseded }) => (
        <span className="tabular-nums">{superseded.toLocaleString('en')}</span>
      ),
    },
  ]
}

function Name({ group: { key }, href }: { group: ComplianceGroup; href: string | null }) {
  const name = key ?? 'none'
  if (href === null) return <span className={key === null ? 'text-muted' : ''}>{name}</span>
  return (
    <TextLink strong href={href}>
      {name}
    </TextLink>
  )
}

function Missing({ group }: { group: ComplianceGroup }) {
  const parts = COMPLIANCES.filter((each) => each !== 'succeeded' && group[each] > 0)
  if (parts.length === 0) return <None />
  return (
    <span className="flex flex-wrap gap-1">
      {parts.map((each) => (
        <ComplianceBadge key={each} compliance={each} count={group[each]} />
      ))}
    </span>
  )
}

function ComplianceBadge({ compliance, count }: { compliance: Compliance; count: number }) {
  const { icon, word, tone } = COMPLIANCE_LOOKS[compliance]
  return (
    <Badge tone={tone} icon={icon}>
      <span className="tabular-nums">{count.toLocaleString('en')}</span> {word.toLowerCase()}
    </Badge>
  )
}
