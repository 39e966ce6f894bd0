import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { CommitChip } from '#components/ui/commit-chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import type { RolloutRowJson } from '#lib/schemas/rollout.ts'
import { type ListAddress, pagePaths } from '#lib/schemas/paths.ts'
import { RolloutBadge } from './rollout-badges.tsx'
import { pauseWords } from './pause-words.ts'
import { versionWords } from './version-words.ts'
import { HealthCounts } from './wave-health.tsx'

/** Rollouts, newest first: what goes where, and how far it is. */
export function RolloutTable({
  rows,
  address,
}: {
  rows: readonly RolloutRowJson[]
  address?: ListAddress
}) {
  return (
    <ColumnTable
      label="Rollouts"
      columns={rolloutColumns}
      items={rows}
      keyOf={({ id }) => id}
      address={address}
    />
  )
}

const rolloutColumns: readonly Column<RolloutRowJson>[] = [
  {
    name: 'id',
    heading: 'Rollout',
    cell: ({ id, origin, rolls_back: back, rolled_back_by: backBy, superseded_by: next }) => (
      <>
        <TextLink strong href={pagePaths.rollout(id)}>
          #{id}
        </TextLink>
        <span className="ml-2 text-xs text-muted">
          {origin === 'auto' && 'by itself'}
          {back !== null && `takes back #${back}`}
          {backBy !== null && `taken back by #${backBy}`}
          {next !== null && `ended by #${next}`}
        </span>
      </>
    ),
  },
  {
    name: 'application',
    exports: ['namespace', 'application'],
    heading: 'Application',
    cell: ({ namespace, application }) => (
      <TextLink href={pagePaths.application(namespace, application)}>
        {namespace} / {application}
      </TextLink>
    ),
  },
  {
    name: 'environment',
    heading: 'Environment',
    cell: ({ environment, version }) => (
      <>
        {environment}
        {/* On a phone there is no room for its own column. */}
        <span className="block text-xs text-muted sm:hidden">{versionWords(version)}</span>
      </>
    ),
  },
  {
    name: 'version',
    heading: 'Version',
    from: 'sm',
    cell: ({ version }) => (
      <span className="flex flex-wrap items-center gap-1.5">
        {versionWords(version)}
        {version && <CommitChip commit={version.commit} />}
      </span>
    ),
  },
  {
    name: 'state',
    exports: ['state', 'cause', 'waves_total', 'waves_done'],
    heading: 'State',
    cell: (row) => (
      <>
        <RolloutBadge state={row.state} />
        <span className="block text-xs text-muted tabular-nums">{standingText(row)}</span>
      </>
    ),
  },
  {
    name: 'health',
    exports: ['healthy', 'progressing', 'failing', 'silent'],
    heading: 'Clusters',
    from: 'md',
    cell: ({ health }) =>
      health === null ? <span className="text-muted">–</span> : <HealthCounts health={health} />,
  },
  {
    name: 'started_at',
    exports: ['started_at', 'started_by'],
    heading: 'Started',
    from: 'md',
    cell: ({ started_at: at, started_by: by }) => (
      <>
        <Ago at={new Date(at)} /> <span className="text-muted">by {by.name}</span>
      </>
    ),
  },
]

function standingText({ state, cause, waves_done: done, waves_total: waves }: RolloutRowJson) {
  if (state === 'paused' && cause !== null) return pauseWords(cause)
  return `${done} of ${counted(waves, 'wave')}`
}
