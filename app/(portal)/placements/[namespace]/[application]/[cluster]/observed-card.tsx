import { ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { None } from '#components/objects/label-chips.tsx'
import { FreshnessText } from '#components/observed/freshness.tsx'
import { PullRequestLink } from '#components/pull-requests/pull-request-link.tsx'
import { StateBadge } from '#components/observed/state-badge.tsx'
import { meaningOf } from '#components/observed/state-look.ts'
import { versionWords } from '#components/rollouts/version-words.ts'
import { Card } from '#components/ui/card.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { CommitChip } from '#components/ui/commit-chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago, Clock } from '#components/ui/time.tsx'
import { tellsOfQuota } from '#lib/domain/observed/quota-words.ts'
import type { State } from '#lib/domain/observed/states.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import type { Explanation } from '#lib/usecases/placements/explain.ts'
import { AskForMore } from '../../../../ask-for-more.tsx'

/** How far what is wanted of a pair has come, and what its cluster says of it. */
export function ObservedCard({
  explanation,
  at,
}: {
  explanation: Explanation
  /** Null: now. */
  at: Date | null
}) {
  const { state, stateSince, freshness, seen, planned, observed, namespace } = explanation
  if (state === null) return null
  const isUnreleased = explanation.placed && !explanation.released
  return (
    <Card
      title="From what is wanted to what runs"
      note={
        freshness !== null && (
          <FreshnessText freshness={freshness} seen={seen} plannedUntil={planned?.until ?? null} />
        )
      }
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StateBadge state={state} />
        <span>{isUnreleased ? 'It isn’t released there yet.' : meaningIn(explanation, state)}</span>
        {stateSince !== null && (
          <span className="text-muted">
            So since <Clock at={stateSince} /> (<Ago at={stateSince} />
            ).
          </span>
        )}
      </p>
      <Stages explanation={explanation} />
      {observed !== null && (
        <Said observed={observed} askingTeam={at === null ? namespace : null} />
      )}
    </Card>
  )
}

/** What isn't in Git can't be pulled. */
function meaningIn({ freshness, pullRequest }: Explanation, state: State): string {
  return state === 'waiting' && pullRequest !== null
    ? `It waits for somebody who merges pull request ${pullRequest.number}.`
    : meaningOf(state, freshness)
}

function Stages({ explanation }: { explanation: Explanation }) {
  const stages = [
    ['Wanted', <WantedStage key="wanted" explanation={explanation} />],
    ['Published', <PublishedStage key="published" explanation={explanation} />],
    ['Pulled by the cluster', <PulledStage key="pulled" explanation={explanation} />],
    [observedTitle(explanation), <ObservedStage key="observed" explanation={explanation} />],
  ] as const
  return (
    <ol className="mt-4 grid gap-4 sm:grid-cols-2 xl:flex xl:items-stretch">
      {stages.map(([title, stage], index) => (
        <Fragment key={title}>
          {index > 0 && (
            <li aria-hidden className="self-center text-muted max-xl:hidden">
              <ChevronRight className="size-4" />
            </li>
          )}
          <li className="min-w-0 xl:flex-1">
            <h3 className="mb-1 text-xs font-medium text-muted">{title}</h3>
            {stage}
          </li>
        </Fragment>
      ))}
    </ol>
  )
}

type Staged = { explanation: Explanation }

function WantedStage({ explanation: { wanted, placed, version } }: Staged) {
  if (wanted === null) {
    return <None>{placed ? 'Nothing: it waits for a release' : 'Nothing: it isn’t placed'}</None>
  }
  return (
    <Stage
      what={
        version === null ? (
          <Chip>{wanted.revision}</Chip>
        ) : (
          <span className="inline-flex flex-wrap items-center gap-1.5">
            {versionWords(version)} <CommitChip commit={version.commit} />
          </span>
        )
      }
      from={
        <>
          by change <ChangeLink change={wanted.change} />, <Ago at={wanted.at} />
        </>
      }
    />
  )
}

function PublishedStage({ explanation: { wanted, published, pullRequest } }: Staged) {
  if (pullRequest !== null) {
    return (
      <span className="text-warn">
        Waits in <PullRequestLink pull={pullRequest} />
      </span>
    )
  }
  if (published === null) return <None>{wanted === null ? '–' : 'Not yet'}</None>
  return (
    <Stage
      what={<CommitChip commit={published.commit} />}
      from={
        <>
          <Change change={published.change} />, <Ago at={published.at} />
        </>
      }
    />
  )
}

function PulledStage({ explanation: { wanted, pulled } }: Staged) {
  if (pulled === null) return <None>Nothing that we know of</None>
  const { commit, change, at } = pulled
  const lacksIt = wanted !== null && change !== null && change < wanted.change
  return (
    <Stage
      what={<CommitChip commit={commit} />}
      from={
        <>
          <Change change={change} />, <Ago at={at} />
        </>
      }
    >
      {lacksIt && <span className="block text-warn">Not yet what is wanted</span>}
    </Stage>
  )
}

function observedTitle({ state, freshness }: Explanation): string {
  const isSilent = state === 'unknown' && (freshness === 'stale' || freshness === 'none')
  return isSilent ? 'Last observed' : 'Observed'
}

function ObservedStage({ explanation: { observed, state } }: Staged) {
  if (observed === null) {
    return <None>{state === 'missing' ? 'It isn’t there' : 'Nothing that we know of'}</None>
  }
  const { revision, sync, health, phase, at } = observed
  const words = [
    sync,
    health,
    phase !== null && phase !== 'Succeeded' && `sync ${phase.toLowerCase()}`,
  ]
  return (
    <Stage
      what={revision === null ? <None>No revision</None> : <CommitChip commit={revision} />}
      from={at !== null && <Ago at={at} />}
    >
      <span className={state === 'unknown' ? 'text-muted' : undefined}>
        {words.filter(Boolean).join(' · ')}
      </span>
    </Stage>
  )
}

function Stage({
  what,
  from,
  children,
}: {
  what: ReactNode
  from: ReactNode
  children?: ReactNode
}) {
  return (
    <>
      {what}
      <span className="mt-1 block text-xs text-muted">{from}</span>
      {children && <span className="mt-1 block text-xs">{children}</span>}
    </>
  )
}

function Change({ change }: { change: number | null }) {
  if (change === null) return 'no commit of Berth’s'
  return (
    <>
      up to change <ChangeLink change={change} />
    </>
  )
}

function ChangeLink({ change }: { change: number }) {
  return <TextLink href={pagePaths.change(change)}>#{change}</TextLink>
}

/** The cluster's own words. They may hold anything, and are text. */
function Said({
  observed: { message, images },
  askingTeam,
}: {
  observed: NonNullable<Explanation['observed']>
  /** The team that asks for more where its quota refuses something; null: nobody asks about the past. */
  askingTeam: string | null
}) {
  return (
    <>
      {message !== null && (
        <section className="mt-4" aria-label="What the cluster says">
          <h3 className="mb-1 text-xs font-medium text-muted">The cluster says</h3>
          <pre
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
            tabIndex={0}
            className="max-h-48 overflow-y-auto rounded-md border bg-sunken px-3 py-2 font-mono text-xs leading-5 break-words whitespace-pre-wrap"
          >
            {message}
          </pre>
          {askingTeam !== null && tellsOfQuota(message) && (
            <div className="mt-2">
              <AskForMore team={askingTeam} />
            </div>
          )}
        </section>
      )}
      {images.length > 0 && (
        <section className="mt-4" aria-label="Images">
          <h3 className="mb-1 text-xs font-medium text-muted">Images</h3>
          <span className="flex flex-wrap gap-1">
            {images.map((image) => (
              <Chip key={image}>{image}</Chip>
            ))}
          </span>
        </section>
      )}
    </>
  )
}
