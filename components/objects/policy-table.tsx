import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { needsDecision } from '#lib/domain/objects/target-policy/needs-decision.ts'
import type { TargetPolicy } from '#lib/domain/objects/objects.ts'
import { pagePaths, pathAt } from '#lib/schemas/paths.ts'
import { ObjectName, Owner } from './object-columns.tsx'
import { PolicyBadges } from './policy-badges.tsx'
import { selectorColumns, SelectorsBelow } from './selector-columns.tsx'

/** Policies, each with its selectors for applications and clusters. */
export function PolicyTable({
  policies,
  at,
}: {
  policies: readonly TargetPolicy[]
  at: Date | null
}) {
  return (
    <ColumnTable
      label="Policies"
      columns={policyColumns(at)}
      items={policies}
      keyOf={({ name }) => name}
    />
  )
}

export function policyColumns(at: Date | null): readonly Column<TargetPolicy>[] {
  return [
    {
      name: 'name',
      exports: ['name', 'description'],
      heading: 'Policy',
      sort: { by: 'name', isDefault: 'ascending', isOneOfMany: true },
      cell: (policy) => <PolicyName policy={policy} at={at} />,
    },
    {
      name: 'effect',
      exports: ['effect', 'suspended'],
      heading: 'Effect',
      sort: { by: 'effect', isOneOfMany: true },
      cell: (policy) => <PolicyBadges {...policy} />,
    },
    ...selectorColumns((policy: TargetPolicy) => policy),
    {
      name: 'target',
      heading: 'Target',
      from: 'md',
      isSaid: ({ target }) => target !== null,
      cell: ({ target }) => target !== null && <Chip>{target}</Chip>,
    },
    {
      name: 'scheduler',
      exports: ['scheduler', 'pick'],
      heading: 'Chosen by',
      from: 'lg',
      isSaid: needsDecision,
      cell: (policy) => needsDecision(policy) && <ChosenBy policy={policy} at={at} />,
    },
    {
      name: 'namespace',
      heading: 'Owner',
      sort: { by: 'namespace', isOneOfMany: true },
      from: 'lg',
      cell: ({ team }) => <Owner team={team} at={at} />,
    },
  ]
}

function PolicyName({ policy, at }: { policy: TargetPolicy; at: Date | null }) {
  const { name, description } = policy
  return (
    <>
      <ObjectName name={name} description={description} path={pagePaths.policy(name)} at={at} />
      <SelectorsBelow {...policy} />
    </>
  )
}

function ChosenBy({ policy: { scheduler }, at }: { policy: TargetPolicy; at: Date | null }) {
  if (scheduler === null) return 'Its pick'
  return <TextLink href={pathAt(pagePaths.scheduler(scheduler), at)}>{scheduler}</TextLink>
}
