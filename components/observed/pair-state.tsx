import { None } from '#components/objects/label-chips.tsx'
import { PullRequestLink } from '#components/pull-requests/pull-request-link.tsx'
import { CommitChip } from '#components/ui/commit-chip.tsx'
import { Ago, Clock } from '#components/ui/time.tsx'
import type { PairStatus } from '#lib/domain/observed/pair-status.ts'
import { StateBadge } from './state-badge.tsx'

/** The state of a placement in a row of a table, and since when. */
export function PairState({
  state,
  stateSince,
  planned,
  pullRequest,
}: Pick<PairStatus, 'state' | 'stateSince' | 'planned' | 'pullRequest'>) {
  if (state === null) return <None />
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5 whitespace-nowrap">
      <StateBadge state={state} />
      {stateSince !== null && (
        <span className="text-xs text-muted max-sm:hidden">
          {state === 'unknown' ? (
            <>
              since <Clock at={stateSince} />
              {planned !== null && ', as planned'}
            </>
          ) : (
            <Ago at={stateSince} />
          )}
        </span>
      )}
      {state === 'waiting' && pullRequest !== null && (
        <span className="text-xs text-muted max-sm:hidden">
          in <PullRequestLink pull={pullRequest} />
        </span>
      )}
    </span>
  )
}

/** The commit that a cluster last said of a placement; with its age where the cluster is silent by now. */
export function ObservedRevision({ state, observed }: Pick<PairStatus, 'state' | 'observed'>) {
  const { revision = null, at = null } = observed ?? {}
  if (revision === null) return <None />
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <CommitChip commit={revision} />
      {state === 'unknown' && at !== null && (
        <span className="text-xs text-muted">
          <Ago at={at} />
        </span>
      )}
    </span>
  )
}
