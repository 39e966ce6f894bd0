// Pull requests of a branch: which commits Berth proposes there, and which of them somebody merged.
import type { TreeEntry } from './git-tree.ts'
import type { GitHost } from './push.ts'

/** How a repository’s pull requests are opened. */
export type PullRequestSettings = {
  readonly host: GitHost
  /** Where the API of the host is, if not where the program has it by default. */
  readonly apiUrl: string | null
  /** Whether later changes join the open pull request; else they wait until it is merged. */
  readonly join: boolean
}

/** `merged`: for as long as it takes to see it in Git. */
export const PULL_REQUEST_STATES = ['open', 'merged', 'closed'] as const
export type PullRequestState = (typeof PULL_REQUEST_STATES)[number]

/** Where Berth's own refs begin: no branch of a cluster may. */
export const PROPOSED_REFS = 'berth/'

/** Whether Git can't hold a branch beside Berth's own refs, or takes it for one of them. */
export function isReservedBranch(branch: string): boolean {
  return `${branch}/`.startsWith(PROPOSED_REFS)
}

/** The ref from which a branch's pull request is merged. */
export const proposedRef = (branch: string) => PROPOSED_REFS + branch

export const isProposedRef = (branch: string) => branch.startsWith(PROPOSED_REFS)

const OWNED_ENTRIES: readonly string[] = ['.berth', 'README.md', 'bootstrap', 'clusters']

/** What of a root tree Berth proposes, as a text that two trees share exactly if they agree on it. */
export function ownedEntries(root: readonly TreeEntry[]): string {
  return root
    .filter(({ name }) => OWNED_ENTRIES.includes(name))
    .map(({ mode, name, id }) => `${mode} ${name} ${id}`)
    .sort()
    .join('\n')
}

/** A commit that was proposed, and the change up to which it has everything. */
export type ProposedHead = {
  readonly commit: string
  /** The commit of the branch that it was made on. */
  readonly base: string
  readonly owned: string
  readonly upTo: number
}

export type OwnedCommit = { readonly id: string; readonly owned: string }

export type Merged = { readonly upTo: number; readonly commit: string }

/**
 * What was merged into a branch, by what is in Git alone, so that it doesn't matter how it was merged, nor whether anybody told.
 * `commits` are the branch's own by first parent, the newest first, as far as they are new. One that has exactly what some head
 * has is that head's, and of several such heads the latest's: equal trees are equal models. The newest such commit says how far
 * the branch has come; older ones, which follow it, had less. Of those that had the same, the oldest counts.
 */
export function mergedHeads(
  commits: readonly OwnedCommit[],
  heads: readonly Pick<ProposedHead, 'owned' | 'upTo'>[],
): readonly Merged[] {
  const upToOf = new Map<string, number>()
  for (const { owned, upTo } of heads) upToOf.set(owned, Math.max(upTo, upToOf.get(owned) ?? 0))
  const merged: Merged[] = []
  for (const { id, owned } of commits) {
    const upTo = upToOf.get(owned)
    const newer = merged.at(-1)
    if (upTo === undefined || (newer !== undefined && upTo > newer.upTo)) continue
    if (upTo === newer?.upTo) merged.pop()
    merged.push({ upTo, commit: id })
  }
  return merged
}
