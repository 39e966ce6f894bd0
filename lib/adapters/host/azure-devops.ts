// https://learn.microsoft.com/en-us/rest/api/azure/devops/git/pull-requests?view=azure-devops-rest-7.1
import { z } from 'zod'
import type { CallOut } from '#lib/adapters/outgoing/call-out.ts'
import { callsOf } from './host-api.ts'
import { answered, askHost, type HostLine } from './host-call.ts'
import type { PullRequestState } from '#lib/domain/git/pull-request.ts'
import type { PullRequest, PullRequestHost } from './pull-request-host.ts'
import type { HostedRepository } from '#lib/domain/git/repository-address.ts'

const BRANCH = 'refs/heads/'
const VERSION = { 'api-version': '7.1' }

const pullSchema = z.object({
  pullRequestId: z.int().positive(),
  status: z.enum(['active', 'completed', 'abandoned']),
  title: z.string(),
  sourceRefName: z.string(),
  targetRefName: z.string(),
  // Of one that comes from a fork.
  forkSource: z.object({}).nullish(),
  closedBy: z.object({ displayName: z.string() }).nullish(),
})
type Pull = z.infer<typeof pullSchema>

const listSchema = z.object({ value: z.array(pullSchema) })
const errorSchema = z.object({ message: z.string() })

const STATE: Readonly<Record<Pull['status'], PullRequestState>> = {
  active: 'open',
  completed: 'merged',
  abandoned: 'closed',
}

/** A repository at Azure DevOps. Calls nothing yet. */
export function openAzureDevOps(
  { api, path }: HostedRepository,
  token: string,
  callOut: CallOut,
): PullRequestHost {
  const line: HostLine = {
    callOut,
    words: { name: 'Azure DevOps', rights: 'the scope “Code (read & write)”' },
    ...signIn(token),
    saidIn: (json) => errorSchema.safeParse(json).data?.message ?? null,
  }
  const [project = '', name = ''] = path.map(encodeURIComponent)
  const pulls = `${api}/${project}/_apis/git/repositories/${name}/pullrequests`
  const pages = `${api}/${project}/_git/${name}/pullrequest`
  return {
    ...callsOf({
      line,
      limits: { titleCharacters: 400, bodyCharacters: 4000 },
      pulls: versioned(pulls),
      pullAt: (number) => versioned(`${pulls}/${number}`),
      commentsAt: (number) => versioned(`${pulls}/${number}/threads`),
      edit: 'PATCH',
      draft: ({ head, base, title, body }) => ({
        sourceRefName: BRANCH + head,
        targetRefName: BRANCH + base,
        title,
        description: body,
      }),
      text: ({ title, body }) => ({ title, description: body }),
      closing: { status: 'abandoned' },
      reopening: { status: 'active' },
      comment: threadOf,
      pull: pullSchema,
      pullRequestOf: (pull) => pullRequestOf(pull, pages),
      isExisting: ({ status, said }) => status === 409 && said.includes('TF401179'),
    }),
    findOpen: async ({ head, base }) => {
      const url = versioned(pulls, {
        'searchCriteria.status': 'active',
        'searchCriteria.sourceRefName': BRANCH + head,
        'searchCriteria.targetRefName': BRANCH + base,
      })
      const answer = await askHost(line, { method: 'GET', url }, listSchema)
      return answered(answer, ({ value }) => {
        const ours = value.find(({ forkSource }) => !forkSource)
        return ours === undefined ? null : pullRequestOf(ours, pages)
      })
    },
  }
}

/** Resolved: an open one can keep people from completing the pull request, where the policy of the branch says so. */
function threadOf(content: string) {
  return {
    comments: [{ parentCommentId: 0, content, commentType: 'text' }],
    status: 'closed',
  }
}

function pullRequestOf(pull: Pull, pages: string): PullRequest {
  return {
    number: pull.pullRequestId,
    url: `${pages}/${pull.pullRequestId}`,
    state: STATE[pull.status],
    title: pull.title,
    head: branchOf(pull.sourceRefName),
    base: branchOf(pull.targetRefName),
    endedBy: pull.status === 'active' ? null : (pull.closedBy?.displayName ?? null),
  }
}

/** A token of Microsoft Entra ID is a JWT; a personal access token is the password of nobody in particular. */
function signIn(token: string): Pick<HostLine, 'headers' | 'secrets'> {
  if (/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) {
    return { headers: { Authorization: `Bearer ${token}` }, secrets: [token] }
  }
  const pair = btoa(`:${token}`)
  return { headers: { Authorization: `Basic ${pair}` }, secrets: [token, pair] }
}

function versioned(url: string, query: Readonly<Record<string, string>> = {}): string {
  return `${url}?${new URLSearchParams({ ...query, ...VERSION }).toString()}`
}

function branchOf(ref: string): string {
  return ref.startsWith(BRANCH) ? ref.slice(BRANCH.length) : ref
}
