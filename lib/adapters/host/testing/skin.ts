// How a stand-in is one host or another: its paths, its fields, and its words for what it refuses.
import type { IncomingHttpHeaders } from 'node:http'
import type { GitHost } from '#lib/domain/git/push.ts'
import type { HostRules, KeptPull, Problem, PullDraft, PullEdit } from './kept-pulls.ts'

type ApiRequest = {
  readonly method: string
  /** Without what is before it for every call, and still encoded. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
}

export type ApiCall =
  | {
      readonly kind: 'find'
      readonly matches: (pull: KeptPull) => boolean
      readonly page: number
      readonly limit: number
    }
  | { readonly kind: 'open'; readonly draft: PullDraft }
  | { readonly kind: 'edit'; readonly number: number; readonly edit: PullEdit }
  | { readonly kind: 'read'; readonly number: number }
  | { readonly kind: 'read-issue'; readonly number: number }
  | { readonly kind: 'comment'; readonly number: number; readonly text: string }

export type Reply = {
  readonly status: number
  readonly json: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Place = {
  /** The address of the server, with its port. */
  readonly origin: string
  readonly cloneUrl: string
}

export type Skin = {
  readonly host: GitHost
  /** Before the path of every call. */
  readonly root: string
  readonly rules: HostRules
  readonly isSignedIn: (headers: IncomingHttpHeaders, token: string) => boolean
  /** Null: the host has no such call, or doesn't take such a body. */
  readonly read: (request: ApiRequest) => ApiCall | null
  readonly pull: (pull: KeptPull, place: Place) => object
  readonly list: (pulls: readonly KeptPull[], place: Place) => object
  readonly issue: (pull: KeptPull, place: Place) => object
  readonly comment: (pull: KeptPull, text: string) => object
  /** With which status a change is answered. */
  readonly changed: number
  readonly problem: (problem: Problem, call: ApiCall) => Reply
  readonly notSignedIn: Reply
  /** Of the limit for who asks too much in a short time. */
  readonly limited: Reply
  /** What a webhook is told of a pull request. */
  readonly event: (happening: Happening, pull: KeptPull, place: Place) => Event
}

export type Happening = 'opened' | 'closed' | 'reopened' | 'merged'
export type Event = { readonly event: string; readonly body: object }

export const OWNER = 'ieb'
export const NAME = 'gitops'

export function page(query: URLSearchParams, size: string): { page: number; limit: number } {
  return {
    page: Number(query.get('page') ?? 1),
    limit: Number(query.get(size) ?? 30),
  }
}

export function numberAfter(path: string, before: string): number | null {
  const [, number] =
    new RegExp(`^${before.replaceAll(/[/.]/g, '\\$&')}/(\\d+)$`, 'i').exec(path) ?? []
  return number === undefined ? null : Number(number)
}
