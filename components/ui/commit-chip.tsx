import { GitCommitHorizontal } from 'lucide-react'
import { isCommit } from '#lib/domain/text/commit.ts'
import { shortRevision } from '#lib/domain/text/short-revision.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { Chip } from './chip.tsx'
import { Link } from './link.tsx'

/**
 * A commit by its name or its first digits, with all of them on hovering; it leads to where it has arrived. The version of a chart
 * and the digest of an artifact lead nowhere.
 */
export function CommitChip({ commit, name }: { commit: string; name?: string | undefined }) {
  if (!isCommit(commit)) {
    return (
      <span title={commit}>
        <Chip>{name ?? shortRevision(commit)}</Chip>
      </span>
    )
  }
  return (
    <Link
      href={pagePaths.commit(commit)}
      title={commit}
      className="inline-flex min-h-6 items-center gap-1 rounded border bg-sunken px-1.5 py-0.5 font-mono text-xs whitespace-nowrap text-ink hover:border-edge hover:underline"
    >
      <GitCommitHorizontal aria-hidden className="size-3.5 shrink-0 text-muted" />
      {name === undefined ? <code>{shortRevision(commit)}</code> : <span>{name}</span>}
    </Link>
  )
}
