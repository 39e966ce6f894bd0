import { CircleAlert, CircleCheck, Clock, GitPullRequest, GitPullRequestClosed } from 'lucide-react'
import { TextLink } from '#components/ui/text-link.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import type { Overview } from '#lib/usecases/overview/read.ts'

type Waiting = Pick<Overview, 'backlog' | 'pullRequests'>

/** Whether Git has every change, for how long it has been behind, and who has to do something. */
export function BacklogLine({ backlog, pullRequests }: Waiting) {
  const { icon: Icon, look, text } = standingOf({ backlog, pullRequests })
  const { pending, oldestSeconds } = backlog
  const proposed = pullRequests.open + pullRequests.held
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-lg border bg-surface px-4 py-3">
      <Icon aria-hidden className={`size-4 ${look}`} />
      <span className="font-medium">{text}</span>
      {pending > 0 && (
        <span className="text-muted">
          {pending.toLocaleString('en')} waiting, the oldest for {duration(oldestSeconds)}.
        </span>
      )}
      {pending === 0 && proposed === 0 && (
        <span className="text-muted">Every change is in the branches that clusters pull.</span>
      )}
      {proposed > 0 && <TextLink href={pagePaths.pullRequests}>Pull requests</TextLink>}
    </p>
  )
}

function standingOf({
  backlog: { pending, failingBranches, heldBranches },
  pullRequests: { open, held },
}: Waiting) {
  if (failingBranches > 0) {
    const text = `Publishing fails on ${branches(failingBranches)}`
    return { icon: CircleAlert, look: 'text-bad', text }
  }
  if (held > 0) {
    const text = `Changes wait on ${branches(held)}, as a pull request was closed`
    return { icon: GitPullRequestClosed, look: 'text-warn', text }
  }
  if (pending > 0) {
    const text = heldBranches > 0 ? 'Waiting for the upgrade' : 'Publishing'
    return { icon: Clock, look: 'text-warn', text }
  }
  if (open > 0) {
    const text = `${counted(open, 'pull request waits', 'pull requests wait')} to be merged`
    return { icon: GitPullRequest, look: 'text-accent', text }
  }
  return { icon: CircleCheck, look: 'text-good', text: 'Git is up to date' }
}

function branches(count: number): string {
  return counted(count, 'branch', 'branches')
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  const minutes = seconds / 60
  return minutes < 90 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 60)} h`
}
