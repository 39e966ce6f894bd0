import { Hourglass } from 'lucide-react'
import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CommitChip } from '#components/ui/commit-chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago, Clock } from '#components/ui/time.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import type { RolloutRowJson } from '#lib/schemas/rollout.ts'
import { type ListAddress, pagePaths } from '#lib/schemas/paths.ts'
import { RolloutBadge } from './rollout-badges.tsx'
import { pauseWords } from './pause-words.ts'
import { isToCome } from './to-come.ts'
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
    exports: ['state', 'cause', 'waits_for', 'waits_until', 'waves_total', 'waves_done'],
    heading: 'State',
    cell: (row) => (
      <>
        {isHeldUp(row) ? (
          <Badge tone="warn" icon={Hourglass}>
            Waits
          </Badge>
        ) : (
          <RolloutBadge state={row.state} />
        )}
        <Waits row={row} />
        <span className="block text-xs text-muted tabular-nums">{standingText(row)}</span>
      </>
    ),
  },
  {
    name: 'health',
    exports: ['healthy', 'progressing', 'failing', 'silent'],
    heading: 'Watched clusters',
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

const WAITS = {
  approval: 'for an approval',
  time: '',
  gate: 'for what must hold before its next wave',
  git: 'until its wave is in Git',
  clusters: 'for what its wave asks of its clusters',
} as const

/** Before a wave: not while one is on its way. */
function isHeldUp({ waits_for: waits }: RolloutRowJson): boolean {
  return waits === 'approval' || waits === 'time' || waits === 'gate'
}

function Waits({ row: { waits_for: waits, waits_until: until } }: { row: RolloutRowJson }) {
  if (waits === null) return null
  return (
    <span className="block text-xs">
      Waits {WAITS[waits]}
      {until !== null && isToCome(until) && (
        <>
          {waits !== 'time' && ', '}until <Clock at={new Date(until)} />
        </>
      )}
    </span>
  )
}

function standingText({ state, cause, waves_done: done, waves_total: waves }: RolloutRowJson) {
  if (state === 'paused' && cause !== null) return pauseWords(cause)
  return `${done} of ${counted(waves, 'wave')}`
}
