import { Hourglass } from 'lucide-react'
import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CommitChip } from '#components/ui/commit-chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago, Clock } from '#components/ui/time.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import type { RolloutRowJson } from '#lib/schemas/rollout.ts'
import { type ListAddress, pagePaths } from '#lib/schemas/paths.ts'
import { HEALTH_UNASKED, RolloutBadge } from './rollout-badges.tsx'
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
    exports: [
      'state',
      'cause',
      'waits_for',
      'waits_until',
      'waiting_for',
      'waves_total',
      'waves_done',
    ],
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

/** What must hold while a wave is on its way, and not before it. */
const ON_ITS_WAY: readonly string[] = [
  'not_published',
  'soak',
  'health',
  'silent',
  'failing',
  'check',
]

/** Before a wave: not while one is on its way. */
function isHeldUp({ waiting_for: reasons }: RolloutRowJson): boolean {
  return reasons.length > 0 && !reasons.some(({ code }) => ON_ITS_WAY.includes(code))
}

const TOLD_MAX = 3

function Waits({ row: { waiting_for: reasons, waits_until: until } }: { row: RolloutRowJson }) {
  if (reasons.length === 0) return null
  const told = reasons.slice(0, TOLD_MAX).map(({ text }) => text)
  const more = reasons.length - told.length
  return (
    <span className="block text-xs">
      {told.join(' ')}
      {more > 0 && ` And ${more} more.`}
      {until !== null && isToCome(until) && (
        <>
          {' '}
          Until <Clock at={new Date(until)} />
        </>
      )}
    </span>
  )
}

function standingText({
  state,
  cause,
  health,
  waves_done: done,
  waves_total: waves,
}: RolloutRowJson) {
  if (state === 'paused' && cause !== null) return pauseWords(cause)
  const isUnasked = state === 'completed' && health === null
  return `${done} of ${counted(waves, 'wave')}${isUnasked ? `, ${HEALTH_UNASKED}` : ''}`
}
