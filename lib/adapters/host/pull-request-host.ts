// What Berth asks of the program that serves a repository and keeps its pull requests, whichever program it is. One suite runs
// all of them (`pull-request-host.test.ts`).
import type { PullRequestState } from '#lib/domain/git/pull-request.ts'

export type PullRequest = {
  readonly number: number
  /** The address of its page. */
  readonly url: string
  /** `open`: it may still be merged, or is being merged now. `closed`: it was closed without merging. */
  readonly state: PullRequestState
  readonly title: string
  /** The branch that it proposes, and the branch that it is to be merged into: names without `refs/heads/`. */
  readonly head: string
  readonly base: string
  /** Who merged or closed it, as the host names them; null: nobody yet, or the host doesn't say. */
  readonly endedBy: string | null
}

export type Branches = Pick<PullRequest, 'head' | 'base'>
export type PullRequestText = { readonly title: string; readonly body: string }

/** `reason` is a sentence or two for people, in which no secret is. */
export type HostFailure =
  | {
      /** Asking again is of no use before a person has done something. */
      readonly outcome: 'refused'
      readonly reason: string
    }
  | {
      /** Whether it was done isn't known. */
      readonly outcome: 'unreachable'
      readonly reason: string
      /** For how long the host asks to be left alone, in milliseconds; null: it doesn't say. */
      readonly askedPauseMs: number | null
    }

export type HostAnswer<Value> = { readonly outcome: 'done'; readonly value: Value } | HostFailure

/** `exists`: the host has an open pull request of these branches already. */
type OpenAnswer = HostAnswer<PullRequest> | { readonly outcome: 'exists' }

/**
 * One repository. No call rejects but where waiting is not allowed: what goes wrong is an answer, too. An answer is what the host
 * says of itself, so whether something was merged is seen in Git, and whether it was opened or closed by reading it again.
 */
export type PullRequestHost = {
  /** What the host takes, counted in UTF-16 code units. */
  readonly limits: { readonly titleCharacters: number; readonly bodyCharacters: number }
  /** The open pull request between two branches of this repository, if there is one: never one that comes from a fork. */
  readonly findOpen: (branches: Branches) => Promise<HostAnswer<PullRequest | null>>
  /** Asks for it once: `findOrOpen` asks so that there is one in the end. */
  readonly open: (draft: Branches & PullRequestText) => Promise<OpenAnswer>
  readonly update: (number: number, text: PullRequestText) => Promise<HostAnswer<PullRequest>>
  readonly read: (number: number) => Promise<HostAnswer<PullRequest>>
  readonly close: (number: number) => Promise<HostAnswer<PullRequest>>
  /** Refused of one that was merged, and by some hosts of one whose head was replaced meanwhile. */
  readonly reopen: (number: number) => Promise<HostAnswer<PullRequest>>
  readonly comment: (number: number, text: string) => Promise<HostAnswer<null>>
}
