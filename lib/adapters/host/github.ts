// https://docs.github.com/en/rest/pulls/pulls
import { z } from 'zod'
import type { CallOut } from '#lib/adapters/outgoing/call-out.ts'
import { answered, askHost, askHostOr, type HostLine, pageUrl } from './host-call.ts'
import type { PullRequest, PullRequestHost } from './pull-request-host.ts'
import type { HostedRepository } from './repository-address.ts'

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

export function openGitHub(
  { api, path }: HostedRepository,
  token: string,
  callOut: CallOut,
): PullRequestHost {
  const line: HostLine = {
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
  const [owner = '', name = ''] = path
  const repository = `${api}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`
  const pulls = `${repository}/pulls`
  const pullAt = (number: number) => `${pulls}/${number}`
  const edit = async (number: number, body: object) =>
    answered(
      await askHost(line, { method: 'PATCH', url: pullAt(number), body }, pullSchema),
      pullRequestOf,
    )

  return {
    limits: { titleCharacters: 256, bodyCharacters: 65_536 },

    findOpen: async ({ head, base }) => {
      const query = new URLSearchParams({ state: 'open', head: `${owner}:${head}`, base })
      const url = `${pulls}?${query.toString()}`
      const answer = await askHost(line, { method: 'GET', url }, z.array(pullSchema))
      // A filter that GitHub can't read it leaves out.
      return answered(answer, (found) => {
        const ours = found.find(
          (pull) => pull.head.ref === head && pull.base.ref === base && isOfOneRepository(pull),
        )
        return ours === undefined ? null : pullRequestOf(ours)
      })
    },

    open: async ({ head, base, title, body }) => {
      const question = { method: 'POST', url: pulls, body: { title, head, base, body } } as const
      const answer = await askHostOr(line, question, pullSchema, ({ status, said }) =>
        status === 422 && /already exists/i.test(said)
          ? ({ outcome: 'exists' } as const)
          : undefined,
      )
      return answer.outcome === 'exists' ? answer : answered(answer, pullRequestOf)
    },

    update: async (number, { title, body }) => edit(number, { title, body }),

    read: async (number) => {
      const answer = await askHost(line, { method: 'GET', url: pullAt(number) }, pullSchema)
      const read = answered(answer, pullRequestOf)
      if (read.outcome !== 'done' || read.value.state !== 'closed') return read
      const url = `${repository}/issues/${number}`
      const issue = await askHost(line, { method: 'GET', url }, issueSchema)
      // The token may have no right to issues: then it isn't known who closed it.
      if (issue.outcome !== 'done') return read
      return {
        outcome: 'done',
        value: { ...read.value, endedBy: issue.value.closed_by?.login ?? null },
      }
    },

    close: async (number) => edit(number, { state: 'closed' }),
    reopen: async (number) => edit(number, { state: 'open' }),

    comment: async (number, text) => {
      const url = `${repository}/issues/${number}/comments`
      const question = { method: 'POST', url, body: { body: text } } as const
      return answered(await askHost(line, question, z.object({ id: z.number() })), () => null)
    },
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
