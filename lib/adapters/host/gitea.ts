// Gitea, and Forgejo with the same API: https://docs.gitea.com/api/1.24/#tag/repository
import { z } from 'zod'
import type { CallOut } from '#lib/adapters/outgoing/call-out.ts'
import { callsOf, GITHUB_WORDS } from './host-api.ts'
import { askHost, type HostLine, pageUrl } from './host-call.ts'
import type { Branches, HostAnswer, PullRequest, PullRequestHost } from './pull-request-host.ts'
import type { HostedRepository } from '#lib/domain/git/repository-address.ts'

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

/** A repository at Gitea. Calls nothing yet. */
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
  return {
    ...callsOf({
      line,
      limits: { titleCharacters: 255, bodyCharacters: 65_536 },
      pulls,
      pullAt: (number) => `${pulls}/${number}`,
      commentsAt: (number) => `${repository}/issues/${number}/comments`,
      ...GITHUB_WORDS,
      pull: pullSchema,
      pullRequestOf,
      isExisting: ({ status }) => status === 409,
    }),
    findOpen: async (branches) => findOpen(line, pulls, branches),
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
