import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { Chip, SelectorChip } from '#components/ui/chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { needsDecision } from '#lib/domain/fleet/rules.ts'
import { formatSelector } from '#lib/domain/labels/selector-format.ts'
import type { TargetPolicy } from '#lib/domain/objects/objects.ts'
import { pagePaths, pathAt } from '#lib/schemas/paths.ts'
import { ObjectName, Owner } from './object-columns.tsx'
import { PolicyBadges } from './policy-badges.tsx'

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
    {
      name: 'app_selector',
      heading: 'Applications',
      from: 'md',
      cell: ({ appSelector }) => <SelectorChip selector={formatSelector(appSelector)} />,
    },
    {
      name: 'cluster_selector',
      heading: 'Clusters',
      from: 'md',
      cell: ({ clusterSelector }) => <SelectorChip selector={formatSelector(clusterSelector)} />,
    },
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

/** Shows the selectors below the name where the screen is too narrow for their columns. */
function PolicyName({ policy, at }: { policy: TargetPolicy; at: Date | null }) {
  const { name, description, appSelector, clusterSelector } = policy
  return (
    <>
      <ObjectName name={name} description={description} path={pagePaths.policy(name)} at={at} />
      <span className="mt-1 flex flex-wrap items-center gap-1 md:hidden">
        <SelectorChip selector={formatSelector(appSelector)} />
        <span className="text-xs text-muted">on</span>
        <SelectorChip selector={formatSelector(clusterSelector)} />
      </span>
    </>
  )
}

function ChosenBy({ policy: { scheduler }, at }: { policy: TargetPolicy; at: Date | null }) {
  if (scheduler === null) return 'Its pick'
  return <TextLink href={pathAt(pagePaths.scheduler(scheduler), at)}>{scheduler}</TextLink>
}
