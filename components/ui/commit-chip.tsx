import { GitCommitHorizontal } from 'lucide-react'
import { revisionText } from '#lib/domain/objects/application/source-words.ts'
import { isCommit } from '#lib/domain/text/commit.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { Chip } from './chip.tsx'
import { Link } from './link.tsx'

/** As many digits as people read out and search for. */
const SHOWN = 8

/** A commit by its name or its first digits, with all of them on hovering; it leads to where it has arrived. */
export function CommitChip({ commit, name }: { commit: string; name?: string | undefined }) {
  return (
    <Link
      href={pagePaths.commit(commit)}
      title={commit}
      className="inline-flex min-h-6 items-center gap-1 rounded border bg-sunken px-1.5 py-0.5 font-mono text-xs whitespace-nowrap text-ink hover:border-edge hover:underline"
    >
      <GitCommitHorizontal aria-hidden className="size-3.5 shrink-0 text-muted" />
      {name === undefined ? <code>{commit.slice(0, SHOWN)}</code> : <span>{name}</span>}
    </Link>
  )
}

/** What an application comes in: a commit, the version of a chart, or the digest of an artifact. */
export function RevisionChip({ revision }: { revision: string }) {
  if (isCommit(revision)) return <CommitChip commit={revision} />
  return (
    <span title={revision}>
      <Chip>{revisionText(revision)}</Chip>
    </span>
  )
}
