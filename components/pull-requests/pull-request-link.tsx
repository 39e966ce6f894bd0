import { ExternalLink } from 'lucide-react'

/** As the API tells of it. */
export type PullRequestRef = { readonly number: number; readonly url: string }

/** Leads to its page at the Git host. `children` absent: it is called by its number. */
export function PullRequestLink({
  pull: { number, url },
  isFirst = false,
  children,
}: {
  pull: PullRequestRef
  /** Whether a sentence begins with it. */
  isFirst?: boolean
  children?: string
}) {
  return (
    <a
      href={url}
      rel="noopener noreferrer"
      className="rounded-sm text-accent underline-offset-3 hover:underline in-[table]:text-ink in-[table]:underline"
    >
      {children ?? `${isFirst ? 'Pull' : 'pull'} request ${number}`}
      <ExternalLink aria-hidden className="ml-1 inline size-3 align-baseline" />
      <span className="sr-only"> at the Git host</span>
    </a>
  )
}
