import type { ReactNode } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { Chip } from '#components/ui/chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { objectPath } from '#lib/schemas/paths.ts'
import type { PullRequestJson } from '#lib/schemas/pull-request.ts'
import { CarriedChanges } from './carried-changes.tsx'
import { PULL_REQUEST_LOOKS, PullRequestBadge } from './pull-request-badge.tsx'
import { PullRequestLink } from './pull-request-link.tsx'

export type ListedPullRequest = PullRequestJson & {
  readonly environments: readonly string[]
  /** The changes that it carries, the oldest first; not all, if they are many. */
  readonly ids: readonly number[]
}

const TONES = { progress: 'text-progress', good: 'text-good', warn: 'text-warn' } as const

/** Pull requests, and beside each what can be done with it. */
export function PullRequestList({
  label,
  pulls,
  actionOf,
}: {
  label: string
  pulls: readonly ListedPullRequest[]
  actionOf: (pull: ListedPullRequest) => ReactNode
}) {
  return (
    <ul aria-label={label} className="divide-y">
      {pulls.map((pull) => (
        <Item key={pull.branch} pull={pull} action={actionOf(pull)} />
      ))}
    </ul>
  )
}

function Item({ pull, action }: { pull: ListedPullRequest; action: ReactNode }) {
  const { title, state, error } = pull
  const { icon: Icon, tone } = PULL_REQUEST_LOOKS[state]
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 px-4 py-3">
      <div className="flex min-w-0 flex-1 basis-80 gap-3">
        <Icon aria-hidden className={classNames('mt-0.5 size-4.5 shrink-0', TONES[tone])} />
        <div className="min-w-0 space-y-1.5">
          <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium wrap-anywhere">{title}</span>
            <PullRequestBadge state={state} />
          </h3>
          <Where pull={pull} />
          <div className="text-muted">
            <Carried pull={pull} />
          </div>
          {state === 'closed' && <Held pull={pull} />}
          {error !== null && <p className="text-xs wrap-anywhere text-bad">{error}</p>}
        </div>
      </div>
      {action}
    </li>
  )
}

function Where({ pull }: { pull: ListedPullRequest }) {
  const { branch, environments, opened_at: opened } = pull
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-xs text-muted">
      <PullRequestLink pull={pull} isFirst />
      <span className="inline-flex items-center gap-1.5">
        into <Chip>{branch}</Chip>
      </span>
      {environments.length > 0 && (
        <span>
          of <Environments names={environments} />
        </span>
      )}
      <span>
        opened <Ago at={new Date(opened)} />
      </span>
    </p>
  )
}

/** So many are named. */
const NAMED = 3

function Environments({ names }: { names: readonly string[] }) {
  const more = names.length - NAMED
  return (
    <>
      {names.slice(0, NAMED).map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <TextLink href={objectPath({ kind: 'environment', team: null, name })}>{name}</TextLink>
        </span>
      ))}
      {more > 0 && ` and ${counted(more, 'other environment')}`}
    </>
  )
}

function Carried({ pull: { ids, changes } }: { pull: ListedPullRequest }) {
  return (
    <div className="flex flex-wrap gap-x-1.5">
      Carries <CarriedChanges ids={ids} count={changes.count} />
    </div>
  )
}

/** What people can do where one was closed. */
function Held({ pull: { branch, closed_by: by } }: { pull: ListedPullRequest }) {
  return (
    <p className="max-w-prose">
      {by === null ? 'It was closed' : `${by} closed it`} without merging it, so nothing goes into{' '}
      <Chip>{branch}</Chip>: its changes wait, and so do later ones. Open it again to have them
      merged, or undo them, each on its own page.
    </p>
  )
}
