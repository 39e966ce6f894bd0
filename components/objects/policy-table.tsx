import { SelectorChip } from '#components/ui/chip.tsx'
import {
  Cell,
  ColumnHeading,
  NameCell,
  Row,
  Table,
  TableBody,
  TableHead,
} from '#components/ui/table.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { SortHeading } from '#components/list/sort-heading.tsx'
import type { TargetPolicy } from '#lib/domain/objects.ts'
import { formatSelector } from '#lib/domain/selector-format.ts'
import { type ListAddress, pagePaths, pathAt } from '#lib/paths.ts'
import { PolicyBadges } from './policy-badges.tsx'

/** Policies, each as "these applications on these clusters". */
export function PolicyTable({
  policies,
  at,
  address,
}: {
  policies: readonly TargetPolicy[]
  at: Date | null
  /** Where the table is a list that can be sorted. */
  address?: ListAddress
}) {
  return (
    <Table label="Policies">
      <TableHead>
        {address ? (
          <SortHeading address={address} by="name" isDefault="ascending">
            Policy
          </SortHeading>
        ) : (
          <ColumnHeading>Policy</ColumnHeading>
        )}
        <ColumnHeading>Effect</ColumnHeading>
        <ColumnHeading from="md">Applications</ColumnHeading>
        <ColumnHeading from="md">Clusters</ColumnHeading>
        <ColumnHeading from="lg">Owner</ColumnHeading>
      </TableHead>
      <TableBody>
        {policies.map((policy) => (
          <PolicyRow key={policy.name} policy={policy} at={at} />
        ))}
      </TableBody>
    </Table>
  )
}

function PolicyRow({ policy, at }: { policy: TargetPolicy; at: Date | null }) {
  const { name, description, team, appSelector, clusterSelector } = policy
  return (
    <Row>
      <NameCell>
        <TextLink strong href={pathAt(pagePaths.policy(name), at)}>
          {name}
        </TextLink>
        <span className="block text-xs text-muted">{description}</span>
        <span className="mt-1 flex flex-col items-start gap-1 md:hidden">
          <SelectorChip selector={formatSelector(appSelector)} />
          <span className="sr-only">on</span>
          <SelectorChip selector={formatSelector(clusterSelector)} />
        </span>
      </NameCell>
      <Cell>
        <PolicyBadges {...policy} />
      </Cell>
      <Cell from="md">
        <SelectorChip selector={formatSelector(appSelector)} />
      </Cell>
      <Cell from="md">
        <SelectorChip selector={formatSelector(clusterSelector)} />
      </Cell>
      <Cell from="lg">
        {team === null ? (
          <span className="text-muted">Platform</span>
        ) : (
          <TextLink href={pathAt(pagePaths.team(team), at)}>{team}</TextLink>
        )}
      </Cell>
    </Row>
  )
}
