// What the publisher needs of the place that clusters pull from, whatever stands behind it. A branch is named without
// `refs/heads/`; ids are 40 hex digits.
import { branchIssues } from '#lib/domain/git/branch-pattern.ts'
import { isObjectId } from './object-id.ts'

/** Why a remote did not do what it was asked, where it is certain that it didn't. `message` is for people to read. */
export type RemoteFailure = {
  /** `refused`: the remote answered no, and a person must act. `unreachable`: later may be better. */
  readonly outcome: 'refused' | 'unreachable'
  readonly message: string
}

export type Reading<T> = { readonly outcome: 'read'; readonly value: T } | RemoteFailure

export type FetchOutcome =
  | { readonly outcome: 'fetched' }
  /** The branch no longer leads to that commit: read the tip again. */
  | { readonly outcome: 'moved' }
  | RemoteFailure

export type PushOutcome =
  /** The branch stands at the new tip, whether this push moved it or an earlier one of the same commit. */
  | { readonly outcome: 'applied' }
  /** The branch does not stand where it was expected. */
  | { readonly outcome: 'rejected-stale' }
  /** Nobody knows, and it may still happen: the tip, read later, tells. */
  | { readonly outcome: 'unknown'; readonly message: string }
  | RemoteFailure

export type GitRemote = {
  readonly kind: 'local' | 'http' | 'https' | 'ssh' | 'memory'
  /** Every branch with its commit. */
  readTips(): Promise<Reading<ReadonlyMap<string, string>>>
  /** The commit of one branch, or null when there is no such branch. */
  readTip(branch: string): Promise<Reading<string | null>>
  /** Brings the commit at `tip`, and all that it leads to, into the store. */
  fetch(branch: string, tip: string): Promise<FetchOutcome>
  /**
   * Moves the branch to `newTip`, which is in the store, if it stands at `expectedTip`; null: if there is no such branch.
   * This comparison is the only thing that keeps two publishers apart.
   */
  push(branch: string, expectedTip: string | null, newTip: string): Promise<PushOutcome>
}

/** The full name of a branch. Throws when it is no branch name: settings and edits are checked long before. */
export function branchRef(branch: string): string {
  const [issue] = branchIssues(branch)
  if (issue !== undefined) throw new Error(issue.reason)
  return `refs/heads/${branch}`
}

/** Throws when a text is not an object id, before git can take it for something else. */
export function requireObjectId(id: string): string {
  if (!isObjectId(id)) throw new Error(`Not an object id: ${JSON.stringify(id)}`)
  return id
}

/** Branches from git's lines of `<id> <ref>`, parted by a space or a tab. Other refs are left out. */
export function readTipLines(text: string): ReadonlyMap<string, string> {
  const lines = text.matchAll(/^([0-9a-f]{40})[ \t]refs\/heads\/(.+)$/gm)
  return new Map([...lines].map(([, id = '', branch = '']) => [branch, id]))
}
