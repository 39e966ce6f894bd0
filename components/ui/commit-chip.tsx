import { GitCommitHorizontal } from 'lucide-react'

/** As many digits as people read out and search for. */
const SHOWN = 8

/** A commit by its first digits, with the others on hovering. */
export function CommitChip({ commit }: { commit: string }) {
  return (
    <code
      title={commit}
      className="inline-flex items-center gap-1 rounded border bg-sunken px-1.5 py-0.5 font-mono text-xs whitespace-nowrap text-ink"
    >
      <GitCommitHorizontal aria-hidden className="size-3.5 shrink-0 text-muted" />
      {commit.slice(0, SHOWN)}
    </code>
  )
}
