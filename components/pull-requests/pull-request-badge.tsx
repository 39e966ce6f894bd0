import { GitMerge, GitPullRequest, GitPullRequestClosed } from 'lucide-react'
import { Badge } from '#components/ui/badge.tsx'
import type { PullRequestState } from '#lib/domain/git/pull-request.ts'

/** Closed without a merge holds all that comes after it. */
export const PULL_REQUEST_LOOKS = {
  open: { tone: 'progress', icon: GitPullRequest, word: 'Open' },
  merged: { tone: 'good', icon: GitMerge, word: 'Merged' },
  closed: { tone: 'warn', icon: GitPullRequestClosed, word: 'Closed, held' },
} as const

export function PullRequestBadge({ state }: { state: PullRequestState }) {
  const { tone, icon, word } = PULL_REQUEST_LOOKS[state]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}
