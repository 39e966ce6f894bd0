// The calls that all hosts answer in one way: what is asked of a pull request by its number, and the request for one.
import { z } from 'zod'
import { answered, askHost, askHostOr, type HostLine } from './host-call.ts'
import type {
  Branches,
  PullRequest,
  PullRequestHost,
  PullRequestText,
} from './pull-request-host.ts'

/** The addresses, fields and words of one host. */
export type HostApi<Pull> = {
  readonly line: HostLine
  readonly limits: PullRequestHost['limits']
  /** Where one is asked for. */
  readonly pulls: string
  readonly pullAt: (number: number) => string
  readonly commentsAt: (number: number) => string
  readonly edit: 'PATCH' | 'PUT'
  /** What is sent, to open, to say other words, to close, to open again, and to comment. */
  readonly draft: (draft: Branches & PullRequestText) => object
  readonly text: (text: PullRequestText) => object
  readonly closing: object
  readonly reopening: object
  readonly comment: (text: string) => object
  /** What is answered. */
  readonly pull: z.ZodType<Pull>
  readonly pullRequestOf: (pull: Pull) => PullRequest
  /** Whether a refusal to open one says that there is one. */
  readonly isExisting: (refusal: { readonly status: number; readonly said: string }) => boolean
}

/** What GitHub is sent, and Gitea, whose API follows it. */
export const GITHUB_WORDS = {
  edit: 'PATCH',
  draft: ({ title, head, base, body }) => ({ title, head, base, body }),
  text: ({ title, body }) => ({ title, body }),
  closing: { state: 'closed' },
  reopening: { state: 'open' },
  comment: (body) => ({ body }),
} as const satisfies Pick<
  HostApi<never>,
  'edit' | 'draft' | 'text' | 'closing' | 'reopening' | 'comment'
>

const commentSchema = z.object({ id: z.number() })

export function callsOf<Pull>(api: HostApi<Pull>): Omit<PullRequestHost, 'findOpen'> {
  const { line, pulls, pullAt, commentsAt, pullRequestOf } = api
  const edit = async (number: number, body: object) => {
    const question = { method: api.edit, url: pullAt(number), body }
    return answered(await askHost(line, question, api.pull), pullRequestOf)
  }
  return {
    limits: api.limits,
    open: async (draft) => {
      const question = { method: 'POST', url: pulls, body: api.draft(draft) } as const
      const answer = await askHostOr(line, question, api.pull, (refusal) =>
        api.isExisting(refusal) ? ({ outcome: 'exists' } as const) : undefined,
      )
      return answer.outcome === 'exists' ? answer : answered(answer, pullRequestOf)
    },
    update: async (number, text) => edit(number, api.text(text)),
    read: async (number) => {
      const question = { method: 'GET', url: pullAt(number) } as const
      return answered(await askHost(line, question, api.pull), pullRequestOf)
    },
    close: async (number) => edit(number, api.closing),
    reopen: async (number) => edit(number, api.reopening),
    comment: async (number, text) => {
      const question = { method: 'POST', url: commentsAt(number), body: api.comment(text) } as const
      return answered(await askHost(line, question, commentSchema), () => null)
    },
  }
}
