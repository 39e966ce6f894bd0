/** Leads to the pull request in which something waits for somebody who merges it. */
export function ProposedIn({
  pull: { number, url },
}: {
  pull: { readonly number: number; readonly url: string }
}) {
  return (
    <a
      href={url}
      rel="noopener noreferrer"
      className="rounded-sm text-accent underline-offset-3 hover:underline in-[table]:text-ink in-[table]:underline"
    >
      pull request {number}
    </a>
  )
}
