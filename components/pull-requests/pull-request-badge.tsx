import { GitMerge, GitPullRequest, GitPullRequestClosed } from 'lucide-react'
import { Badge } from '#components/ui/badge.tsx'
import type { PullRequestJson } from '#lib/schemas/pull-request.ts'

type Standing = Pick<PullRequestJson, 'state' | 'next'>

/** A pull request that was closed unmerged holds what comes after it, as long as something waits in it. */
function lookOf({ state, next }: Standing) {
  if (next === 'decision') {
    return { tone: 'warn', icon: GitPullRequestClosed, word: 'Closed, held' } as const
  }
  if (next === 'reopening') {
    return { tone: 'progress', icon: GitPullRequest, word: 'Being opened again' } as const
  }
  return STATES[state]
}

const STATES = {
  open: { tone: 'progress', icon: GitPullRequest, word: 'Open' },
  merged: { tone: 'good', icon: GitMerge, word: 'Merged' },
  closed: { tone: 'neutral', icon: GitPullRequestClosed, word: 'Closed' },
} as const

export const pullRequestStateWord = (state: PullRequestJson['state']): string => STATES[state].word

export function PullRequestBadge({ pull }: { pull: Standing }) {
  const { tone, icon, word } = lookOf(pull)
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}
