import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Chip } from '#components/ui/chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago, Clock } from '#components/ui/time.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { objectPath } from '#lib/schemas/paths.ts'
import type { PullRequestJson } from '#lib/schemas/pull-request.ts'
import { CarriedChanges } from './carried-changes.tsx'
import { PullRequestBadge } from './pull-request-badge.tsx'
import { PullRequestLink } from './pull-request-link.tsx'

export type ListedPullRequest = {
  readonly pull: PullRequestJson
  /** The changes in it that the visitor may see, the oldest first. */
  readonly ids: readonly number[]
  /** What can be done with it. */
  readonly action: ReactNode
}

/** Pull requests: what is in each, into where, and what it waits for. */
export function PullRequestList({ pulls }: { pulls: readonly ListedPullRequest[] }) {
  return (
    <ul aria-label="Pull requests" className="divide-y">
      {pulls.map((listed) => (
        <Item key={listed.pull.branch} {...listed} />
      ))}
    </ul>
  )
}

function Item({ pull, ids, action }: ListedPullRequest) {
  const { title, branch, changes, later_changes: later, next, error } = pull
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 px-4 py-3.5">
      <div className="min-w-0 flex-1 basis-80 space-y-1.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium wrap-anywhere">{title ?? `Changes for ${branch}`}</span>
          <PullRequestBadge pull={pull} />
        </p>
        <Where pull={pull} />
        {changes !== null && (
          <div className="text-muted">
            <CarriedChanges changes={changes} ids={ids} />
          </div>
        )}
        {later > 0 && (
          <p className="text-muted">
            {counted(later, 'later change')} {later === 1 ? 'waits' : 'wait'} behind it
          </p>
        )}
        {next === 'decision' && <Held pull={pull} />}
        {next === 'reopening' && (
          <p>Somebody asked for it, and Berth opens it again at the Git host.</p>
        )}
        {error !== null && (
          <p className="flex items-start gap-1.5 wrap-anywhere text-bad">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {error}
          </p>
        )}
      </div>
      {action}
    </li>
  )
}

function Where({ pull }: { pull: PullRequestJson }) {
  const { branch, clusters, environments, opened_at: opened, waits_since: since } = pull
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
      <PullRequestLink pull={pull} isFirst />
      <span className="inline-flex items-center gap-1.5">
        into <Chip>{branch}</Chip>
      </span>
      {environments.length > 0 && (
        <span>
          {counted(clusters, 'cluster')} of <Environments pull={pull} />
        </span>
      )}
      <span>
        opened <Ago at={new Date(opened)} />
        {since !== null && (
          <>
            , its changes wait since <Clock at={new Date(since)} />
          </>
        )}
      </span>
    </p>
  )
}

/** So many are named. */
const NAMED = 3

function Environments({ pull: { environments, environments_total: total } }: OfPull) {
  const named = environments.slice(0, NAMED)
  const more = total - named.length
  return (
    <>
      {named.map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          {name === '' ? (
            'no environment'
          ) : (
            <TextLink href={objectPath({ kind: 'environment', team: null, name })}>{name}</TextLink>
          )}
        </span>
      ))}
      {more > 0 && ` and ${counted(more, 'other environment')}`}
    </>
  )
}

type OfPull = { readonly pull: PullRequestJson }

/** What people can do where one was closed. */
function Held({ pull: { branch, closed_by: by } }: OfPull) {
  return (
    <p className="max-w-prose">
      {by === null ? 'It was closed without a merge' : `${by} closed it without merging it`}, so
      nothing goes into <Chip>{branch}</Chip> any more. Open it again to have its changes merged, or
      undo them, each on its own page.
    </p>
  )
}
