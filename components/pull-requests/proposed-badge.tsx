import { ExternalLink, GitPullRequest } from 'lucide-react'
import { Badge } from '#components/ui/badge.tsx'
import type { PullRequestRef } from './pull-request-link.tsx'

/** The state of a change that waits in a pull request, to which it leads. */
export function ProposedBadge({ pull: { number, url } }: { pull: PullRequestRef }) {
  return (
    <a href={url} rel="noopener noreferrer" className="inline-flex max-w-full rounded-full">
      <Badge tone="warn" icon={GitPullRequest}>
        In pull request {number}
        <ExternalLink aria-hidden className="ml-1 inline size-3 align-baseline" />
        <span className="sr-only"> at the Git host</span>
      </Badge>
    </a>
  )
}
