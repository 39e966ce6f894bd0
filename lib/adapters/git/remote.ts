// What the publisher needs of the repository that clusters pull from, whatever serves it. A branch is named without
// `refs/heads/`; ids are 40 hex digits.
import { branchIssues } from '#lib/domain/git/branch-pattern.ts'
import { isObjectId } from './object-id.ts'

/** Why a remote did not do what it was asked, where that is certain. `message` is for people to read. */
export type RemoteFailure = {
  /** `refused`: the remote said no, and a person must act. `unreachable`: a later attempt may succeed. */
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
  /** The branch is at the new tip, whether this push moved it or an earlier one of the same commit. */
  | { readonly outcome: 'applied' }
  /** The branch is not where it was expected. */
  | { readonly outcome: 'rejected-stale' }
  /** The push may have happened or may still happen; reading the tip later tells. */
  | { readonly outcome: 'unknown'; readonly message: string }
  | RemoteFailure

export type GitRemote = {
  readonly kind: 'local' | 'http' | 'https' | 'ssh' | 'memory'
  /** Every branch with its commit. */
  readTips(): Promise<Reading<ReadonlyMap<string, string>>>
  /** The commit of one branch, or null when there is no such branch. */
  readTip(branch: string): Promise<Reading<string | null>>
  /** Brings the commit at `tip`, and everything that it leads to, into the store. */
  fetch(branch: string, tip: string): Promise<FetchOutcome>
  /**
   * Moves the branch to `newTip`, which is in the store, if it is at `expectedTip`; null: if there is no such branch. Only
   * this comparison keeps two publishers apart.
   */
  push(branch: string, expectedTip: string | null, newTip: string): Promise<PushOutcome>
}

/** The full name of a branch. Throws for an invalid name, which settings and edits should have refused long before. */
export function branchRef(branch: string): string {
  const [issue] = branchIssues(branch)
  if (issue !== undefined) throw new Error(issue.reason)
  return `refs/heads/${branch}`
}

/** Throws when a text is not an object id, before git could take it for something else. */
export function requireObjectId(id: string): string {
  if (!isObjectId(id)) throw new Error(`Not an object id: ${JSON.stringify(id)}`)
  return id
}

/** Branches from git's lines of `<id> <ref>`, separated by a space or a tab. Other refs are left out. */
export function readTipLines(text: string): ReadonlyMap<string, string> {
  const lines = text.matchAll(/^([0-9a-f]{40})[ \t]refs\/heads\/(.+)$/gm)
  return new Map([...lines].map(([, id = '', branch = '']) => [branch, id]))
}
