import { ExternalLink } from 'lucide-react'

/** As the API tells of it. */
export type PullRequestRef = { readonly number: number; readonly url: string }

/** Leads to its page at the Git host. */
export function PullRequestLink({
  pull: { number, url },
  isFirst = false,
}: {
  pull: PullRequestRef
  /** Whether a sentence begins with it. */
  isFirst?: boolean
}) {
  return (
    <a
      href={url}
      rel="noopener noreferrer"
      className="rounded-sm text-accent underline-offset-3 hover:underline in-[table]:text-ink in-[table]:underline"
    >
      {isFirst ? 'Pull' : 'pull'} request {number}
      <ExternalLink aria-hidden className="ml-1 inline size-3 align-baseline" />
      <span className="sr-only"> at the Git host</span>
    </a>
  )
}
