// https://learn.microsoft.com/en-us/rest/api/azure/devops/git/pull-requests?view=azure-devops-rest-7.1
import { z } from 'zod'
import type { CallOut } from '#lib/adapters/outgoing/call-out.ts'
import { answered, askHost, askHostOr, type HostLine } from './host-call.ts'
import type { PullRequest, PullRequestHost, PullRequestState } from './pull-request-host.ts'
import type { HostedRepository } from './repository-address.ts'

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
  const all = `${api}/${project}/_apis/git/repositories/${name}/pullrequests`
  const oneAt = (number: number) => `${all}/${number}`
  const pageOf = (number: number) => `${api}/${project}/_git/${name}/pullrequest/${number}`
  const pullRequestOf = (pull: Pull): PullRequest => ({
    number: pull.pullRequestId,
    url: pageOf(pull.pullRequestId),
    state: STATE[pull.status],
    title: pull.title,
    head: branchOf(pull.sourceRefName),
    base: branchOf(pull.targetRefName),
    endedBy: pull.status === 'active' ? null : (pull.closedBy?.displayName ?? null),
  })
  const edit = async (number: number, body: object) => {
    const question = { method: 'PATCH', url: versioned(oneAt(number)), body } as const
    return answered(await askHost(line, question, pullSchema), pullRequestOf)
  }

  return {
    limits: { titleCharacters: 400, bodyCharacters: 4000 },

    findOpen: async ({ head, base }) => {
      const url = versioned(all, {
        'searchCriteria.status': 'active',
        'searchCriteria.sourceRefName': BRANCH + head,
        'searchCriteria.targetRefName': BRANCH + base,
      })
      const answer = await askHost(line, { method: 'GET', url }, listSchema)
      return answered(answer, ({ value }) => {
        const ours = value.find(({ forkSource }) => !forkSource)
        return ours === undefined ? null : pullRequestOf(ours)
      })
    },

    open: async ({ head, base, title, body }) => {
      const question = {
        method: 'POST',
        url: versioned(all),
        body: {
          sourceRefName: BRANCH + head,
          targetRefName: BRANCH + base,
          title,
          description: body,
        },
      } as const
      const answer = await askHostOr(line, question, pullSchema, ({ status, said }) =>
        status === 409 && said.includes('TF401179') ? ({ outcome: 'exists' } as const) : undefined,
      )
      return answer.outcome === 'exists' ? answer : answered(answer, pullRequestOf)
    },

    update: async (number, { title, body }) => edit(number, { title, description: body }),

    read: async (number) => {
      const question = { method: 'GET', url: versioned(oneAt(number)) } as const
      return answered(await askHost(line, question, pullSchema), pullRequestOf)
    },

    close: async (number) => edit(number, { status: 'abandoned' }),
    reopen: async (number) => edit(number, { status: 'active' }),

    comment: async (number, text) => {
      const question = {
        method: 'POST',
        url: versioned(`${oneAt(number)}/threads`),
        // An open thread can keep people from completing it, where the policy of the branch says so.
        body: {
          comments: [{ parentCommentId: 0, content: text, commentType: 'text' }],
          status: 'closed',
        },
      } as const
      return answered(await askHost(line, question, z.object({ id: z.number() })), () => null)
    },
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
