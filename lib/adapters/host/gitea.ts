// Gitea, and Forgejo with the same API: https://docs.gitea.com/api/1.24/#tag/repository
import { z } from 'zod'
import type { CallOut } from '#lib/adapters/outgoing/call-out.ts'
import { answered, askHost, askHostOr, type HostLine, pageUrl } from './host-call.ts'
import type { Branches, HostAnswer, PullRequest, PullRequestHost } from './pull-request-host.ts'
import type { HostedRepository } from './repository-address.ts'

const end = z.object({ label: z.string(), repo_id: z.number() })
const pullSchema = z.object({
  number: z.int().positive(),
  html_url: pageUrl,
  state: z.enum(['open', 'closed']),
  title: z.string(),
  merged: z.boolean(),
  merged_by: z.object({ login: z.string() }).nullish(),
  head: end,
  base: end,
})
type Pull = z.infer<typeof pullSchema>

const errorSchema = z.object({ message: z.string() })

const PAGE = 50
/** So that a repository with very many open pull requests is answered, too: ours is changed often, so it is among the first. */
const PAGES_MAX = 10

export function openGitea(
  { api, path }: HostedRepository,
  token: string,
  callOut: CallOut,
): PullRequestHost {
  const line: HostLine = {
    callOut,
    words: { name: 'Gitea', rights: 'the scopes “write:repository” and “write:issue”' },
    headers: { Authorization: `token ${token}` },
    secrets: [token],
    saidIn: (json) => errorSchema.safeParse(json).data?.message ?? null,
  }
  const repository = `${api}/repos/${path.map(encodeURIComponent).join('/')}`
  const pulls = `${repository}/pulls`
  const pullAt = (number: number) => `${pulls}/${number}`
  const edit = async (number: number, body: object) =>
    answered(
      await askHost(line, { method: 'PATCH', url: pullAt(number), body }, pullSchema),
      pullRequestOf,
    )

  return {
    limits: { titleCharacters: 255, bodyCharacters: 65_536 },

    findOpen: async (branches) => findOpen(line, pulls, branches),

    open: async ({ head, base, title, body }) => {
      const question = { method: 'POST', url: pulls, body: { title, head, base, body } } as const
      const answer = await askHostOr(line, question, pullSchema, ({ status }) =>
        status === 409 ? ({ outcome: 'exists' } as const) : undefined,
      )
      return answer.outcome === 'exists' ? answer : answered(answer, pullRequestOf)
    },

    update: async (number, { title, body }) => edit(number, { title, body }),

    read: async (number) =>
      answered(
        await askHost(line, { method: 'GET', url: pullAt(number) }, pullSchema),
        pullRequestOf,
      ),

    close: async (number) => edit(number, { state: 'closed' }),
    reopen: async (number) => edit(number, { state: 'open' }),

    comment: async (number, text) => {
      const url = `${repository}/issues/${number}/comments`
      const question = { method: 'POST', url, body: { body: text } } as const
      return answered(await askHost(line, question, z.object({ id: z.number() })), () => null)
    },
  }
}

/** The list is searched: `pulls/{base}/{head}` answers with the first that there ever was, merged or not. */
async function findOpen(
  line: HostLine,
  pulls: string,
  { head, base }: Branches,
): Promise<HostAnswer<PullRequest | null>> {
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const query = new URLSearchParams({
      state: 'open',
      sort: 'recentupdate',
      // Older versions don't know it.
      base_branch: base,
      limit: String(PAGE),
      page: String(page),
    })
    const url = `${pulls}?${query.toString()}`
    const answer = await askHost(line, { method: 'GET', url }, z.array(pullSchema))
    if (answer.outcome !== 'done') return answer
    const ours = answer.value.find(
      (pull) =>
        pull.head.label === head &&
        pull.base.label === base &&
        pull.head.repo_id === pull.base.repo_id,
    )
    if (ours !== undefined) return { outcome: 'done', value: pullRequestOf(ours) }
    // An installation may have shorter pages than asked for: only an empty one is surely the last.
    if (answer.value.length === 0) break
  }
  return { outcome: 'done', value: null }
}

/** `label` is the branch: `ref` becomes another one when the branch is deleted. It doesn't say who closed one. */
function pullRequestOf(pull: Pull): PullRequest {
  return {
    number: pull.number,
    url: pull.html_url,
    state: pull.merged ? 'merged' : pull.state,
    title: pull.title,
    head: pull.head.label,
    base: pull.base.label,
    endedBy: pull.merged_by?.login ?? null,
  }
}
