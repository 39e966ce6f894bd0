// https://docs.github.com/en/rest/pulls/pulls
import { z } from 'zod'
import type { CallOut } from '#lib/adapters/outgoing/call-out.ts'
import { callsOf, GITHUB_WORDS } from './host-api.ts'
import { answered, askHost, type HostLine, pageUrl } from './host-call.ts'
import type { PullRequest, PullRequestHost } from './pull-request-host.ts'
import type { HostedRepository } from '#lib/domain/git/repository-address.ts'

const user = z.object({ login: z.string() }).nullish()
const end = z.object({
  ref: z.string(),
  // Null: the fork is gone.
  repo: z.object({ full_name: z.string() }).nullable(),
})
const pullSchema = z.object({
  number: z.int().positive(),
  html_url: pageUrl,
  state: z.enum(['open', 'closed']),
  title: z.string(),
  merged_at: z.string().nullable(),
  merged_by: user,
  head: end,
  base: end,
})
type Pull = z.infer<typeof pullSchema>

const issueSchema = z.object({ closed_by: user })
const errorSchema = z.object({
  message: z.string(),
  errors: z.array(z.object({ message: z.string().optional() })).optional(),
})

/** A repository at GitHub. Calls nothing yet. */
export function openGitHub(
  { api, path }: HostedRepository,
  token: string,
  callOut: CallOut,
): PullRequestHost {
  const line = lineOf(token, callOut)
  const [owner = '', name = ''] = path
  const repository = `${api}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`
  const pulls = `${repository}/pulls`
  const calls = callsOf({
    line,
    limits: { titleCharacters: 256, bodyCharacters: 65_536 },
    pulls,
    pullAt: (number) => `${pulls}/${number}`,
    commentsAt: (number) => `${repository}/issues/${number}/comments`,
    ...GITHUB_WORDS,
    pull: pullSchema,
    pullRequestOf,
    isExisting: ({ status, said }) => status === 422 && /already exists/i.test(said),
  })
  return {
    ...calls,
    findOpen: async ({ head, base }) => {
      const query = new URLSearchParams({ state: 'open', head: `${owner}:${head}`, base })
      const question = { method: 'GET', url: `${pulls}?${query.toString()}` } as const
      const answer = await askHost(line, question, z.array(pullSchema))
      // A filter that GitHub can't read it leaves out.
      return answered(answer, (found) => {
        const ours = found.find(
          (pull) => pull.head.ref === head && pull.base.ref === base && isOfOneRepository(pull),
        )
        return ours === undefined ? null : pullRequestOf(ours)
      })
    },
    read: async (number) => {
      const answer = await calls.read(number)
      if (answer.outcome !== 'done' || answer.value.state !== 'closed') return answer
      const question = { method: 'GET', url: `${repository}/issues/${number}` } as const
      const issue = await askHost(line, question, issueSchema)
      // The token may have no right to issues: then it isn't known who closed it.
      if (issue.outcome !== 'done') return answer
      const endedBy = issue.value.closed_by?.login ?? null
      return { outcome: 'done', value: { ...answer.value, endedBy } }
    },
  }
}

function lineOf(token: string, callOut: CallOut): HostLine {
  return {
    callOut,
    words: {
      name: 'GitHub',
      rights: 'the permissions “Contents” and “Pull requests”, both read and write',
    },
    headers: {
      Authorization: `Bearer ${token}`,
      Accept: 'application/vnd.github+json',
      'X-GitHub-Api-Version': '2022-11-28',
    },
    secrets: [token],
    saidIn,
  }
}

function pullRequestOf(pull: Pull): PullRequest {
  return {
    number: pull.number,
    url: pull.html_url,
    state: pull.merged_at === null ? pull.state : 'merged',
    title: pull.title,
    head: pull.head.ref,
    base: pull.base.ref,
    endedBy: pull.merged_by?.login ?? null,
  }
}

function isOfOneRepository({ head, base }: Pull): boolean {
  return head.repo !== null && head.repo.full_name === base.repo?.full_name
}

function saidIn(json: unknown): string | null {
  const { data } = errorSchema.safeParse(json)
  if (data === undefined) return null
  const details = (data.errors ?? []).flatMap(({ message }) => message ?? [])
  return [data.message, ...details].join(': ')
}
