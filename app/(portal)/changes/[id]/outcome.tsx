import { CircleCheck, CircleDashed, GitPullRequest } from 'lucide-react'
import { doneTo, doneToAll, kindAndTeam, movedWords } from '#components/changes/outcome-words.ts'
import { PublicationBadge } from '#components/changes/publication-badge.tsx'
import { PullRequestWait } from '#components/pull-requests/pull-request-wait.tsx'
import { CommitChip } from '#components/ui/commit-chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { changeState } from '#lib/domain/git/publication-state.ts'
import { readImpactSummary } from '#lib/schemas/impact-summary.ts'
import { objectPath } from '#lib/schemas/paths.ts'
import type { PullRequestJson } from '#lib/schemas/pull-request.ts'
import type { Change } from '#lib/usecases/changes/read.ts'
import { NextSteps } from './next-steps.tsx'

/** What happened, what moved with it, and how far Git is: what somebody looks for who has just saved. */
export function Outcome({
  change,
  pulls,
}: {
  change: Change
  /** Those that it waits in or behind, by branch. */
  pulls: ReadonlyMap<string, PullRequestJson>
}) {
  const { edited, impact } = change
  const moved = movedWords(edited, readImpactSummary(impact))
  return (
    <section aria-label="Outcome" className="rounded-lg border bg-surface p-4">
      <div className="flex items-start gap-3">
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-good" />
        <div className="min-w-0 space-y-2">
          <p className="text-base font-semibold">
            <Done change={change} />
          </p>
          {moved !== null && <p>{moved}</p>}
          <InGit change={change} />
          <Waiting change={change} pulls={[...pulls.values()]} />
          <NextSteps change={change} />
        </div>
      </div>
    </section>
  )
}

function Done({ change: { action, edited, objects } }: { change: Change }) {
  const [only] = edited
  if (objects !== 1 || only === undefined) return doneToAll(action, edited, objects)
  const { name, after } = only
  return (
    <>
      {kindAndTeam(only)}
      {after === null ? name : <TextLink href={objectPath(only)}>{name}</TextLink>}{' '}
      {doneTo(action, only)}
    </>
  )
}

const BRANCHES_SHOWN = 3

function InGit({ change: { publications } }: { change: Change }) {
  if (publications.length === 0) {
    return (
      <p className="flex items-center gap-2 text-muted">
        <CircleDashed aria-hidden className="size-4 shrink-0" />
        No file in Git had to change for that.
      </p>
    )
  }
  const more = publications.length - BRANCHES_SHOWN
  return (
    <p className="flex flex-wrap items-center gap-2 text-muted">
      In Git: <PublicationBadge state={changeState(publications)} />
      {publications.slice(0, BRANCHES_SHOWN).map(({ branch, commit }) => (
        <span key={branch} className="inline-flex items-center gap-1.5">
          <span className="font-mono text-xs">{branch}</span>
          {commit !== null && <CommitChip commit={commit} />}
        </span>
      ))}
      {more > 0 && <span>and {more.toLocaleString('en')} more branches</span>}
    </p>
  )
}

/** For what somebody has to do before it is in Git. */
function Waiting({
  change: { publications },
  pulls,
}: {
  change: Change
  pulls: readonly PullRequestJson[]
}) {
  if (pulls.length === 0) return null
  const more = pulls.length - BRANCHES_SHOWN
  const isIn = (pull: PullRequestJson) =>
    publications.some(({ branch, state }) => branch === pull.branch && state === 'proposed')
  return (
    <ul>
      {pulls.slice(0, BRANCHES_SHOWN).map((pull) => (
        <li key={pull.branch} className="flex items-start gap-2">
          <GitPullRequest aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          <span className="min-w-0">
            <PullRequestWait pull={pull} isIn={isIn(pull)} />
          </span>
        </li>
      ))}
      {more > 0 && <li className="text-muted">And in {more.toLocaleString('en')} more.</li>}
    </ul>
  )
}
