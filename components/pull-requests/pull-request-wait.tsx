import { TextLink } from '#components/ui/text-link.tsx'
import type { PullRequestState } from '#lib/domain/git/pull-request.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { PullRequestLink, type PullRequestRef } from './pull-request-link.tsx'

export type WaitedFor = PullRequestRef & {
  readonly state: PullRequestState
  readonly closed_by: string | null
}

/** Why something isn’t in Git yet: somebody has to merge a pull request, or closed it. */
export function PullRequestWait({
  pull,
  what = 'this change',
}: {
  pull: WaitedFor
  /** What waits, within a sentence. */
  what?: string
}) {
  if (pull.state !== 'closed') {
    return (
      <>
        Waits in <PullRequestLink pull={pull} />.
      </>
    )
  }
  const by = pull.closed_by === null ? '' : ` by ${pull.closed_by}`
  return (
    <>
      <PullRequestLink pull={pull} isFirst /> was closed{by}; {what} waits.{' '}
      <TextLink href={pagePaths.pullRequests}>Open it again, or undo</TextLink>
    </>
  )
}
