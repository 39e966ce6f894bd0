// https://docs.gitlab.com/api/merge_requests/
import { z } from 'zod'
import type { CallOut } from '#lib/adapters/outgoing/call-out.ts'
import { callsOf } from './host-api.ts'
import { answered, askHost, type HostLine, pageUrl, refused } from './host-call.ts'
import type { PullRequestState } from '#lib/domain/git/pull-request.ts'
import type { PullRequest, PullRequestHost } from './pull-request-host.ts'
import type { HostedRepository } from '#lib/domain/git/repository-address.ts'

const user = z.object({ username: z.string() }).nullish()
const mergeRequestSchema = z.object({
  iid: z.int().positive(),
  web_url: pageUrl,
  // `locked`: it is being merged.
  state: z.enum(['opened', 'closed', 'merged', 'locked']),
  title: z.string(),
  source_branch: z.string(),
  target_branch: z.string(),
  source_project_id: z.number().nullable(),
  target_project_id: z.number(),
  merged_by: user,
  closed_by: user,
})
type MergeRequest = z.infer<typeof mergeRequestSchema>

const errorSchema = z.union([
  z.object({ message: z.union([z.string(), z.array(z.string())]) }),
  z.object({ error: z.string(), error_description: z.string().optional() }),
])

const STATE: Readonly<Record<MergeRequest['state'], PullRequestState>> = {
  opened: 'open',
  locked: 'open',
  closed: 'closed',
  merged: 'merged',
}

/** A repository at GitLab. Calls nothing yet. */
export function openGitLab(
  { api, path }: HostedRepository,
  token: string,
  callOut: CallOut,
): PullRequestHost {
  const line: HostLine = {
    callOut,
    words: { name: 'GitLab', rights: 'the scope “api” and at least the role Developer' },
    headers: { 'PRIVATE-TOKEN': token },
    secrets: [token],
    saidIn,
  }
  const pulls = `${api}/projects/${encodeURIComponent(path.join('/'))}/merge_requests`
  const calls = callsOf({
    line,
    limits: { titleCharacters: 255, bodyCharacters: 1_048_576 },
    pulls,
    pullAt: (number) => `${pulls}/${number}`,
    commentsAt: (number) => `${pulls}/${number}/notes`,
    edit: 'PUT',
    draft: ({ head, base, title, body }) => ({
      source_branch: head,
      target_branch: base,
      title,
      description: withoutCommands(body),
    }),
    text: ({ title, body }) => ({ title, description: withoutCommands(body) }),
    closing: { state_event: 'close' },
    reopening: { state_event: 'reopen' },
    comment: (text) => ({ body: withoutCommands(text) }),
    pull: mergeRequestSchema,
    pullRequestOf,
    isExisting: ({ status }) => status === 409,
  })
  return {
    ...calls,
    findOpen: async ({ head, base }) => {
      const query = new URLSearchParams({
        state: 'opened',
        source_branch: head,
        target_branch: base,
        per_page: '100',
      })
      const question = { method: 'GET', url: `${pulls}?${query.toString()}` } as const
      const answer = await askHost(line, question, z.array(mergeRequestSchema))
      return answered(answer, (found) => {
        const ours = found.find((each) => each.source_project_id === each.target_project_id)
        return ours === undefined ? null : pullRequestOf(ours)
      })
    },
    reopen: async (number) => {
      const answer = await calls.reopen(number)
      // It says so in no other way.
      const isLeft = answer.outcome === 'done' && answer.value.state !== 'open'
      return isLeft ? refused(`GitLab leaves it ${answer.value.state}.`) : answer
    },
  }
}

/**
 * A line that begins with a slash is a command to GitLab (`/merge`, `/close`), which it carries out with the rights of the token:
 * https://docs.gitlab.com/user/project/quick_actions/. Markdown shows an escaped slash as a slash.
 */
function withoutCommands(markdown: string): string {
  return markdown.replaceAll(/^(\s*)\//gm, '$1\\/')
}

function pullRequestOf(each: MergeRequest): PullRequest {
  const state = STATE[each.state]
  const ender = state === 'merged' ? each.merged_by : each.closed_by
  return {
    number: each.iid,
    url: each.web_url,
    state,
    title: each.title,
    head: each.source_branch,
    base: each.target_branch,
    endedBy: state === 'open' ? null : (ender?.username ?? null),
  }
}

function saidIn(json: unknown): string | null {
  const { data } = errorSchema.safeParse(json)
  if (data === undefined) return null
  if ('message' in data) return [data.message].flat().join(' ')
  return data.error_description ?? data.error
}
