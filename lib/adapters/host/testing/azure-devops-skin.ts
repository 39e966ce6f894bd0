// https://learn.microsoft.com/en-us/rest/api/azure/devops/git/pull-requests, as azure-devops-node-api has it. Its types have
// numbers where the API says words, and dates where it says text.
import type {
  GitPullRequest,
  GitPullRequestCommentThread,
  PullRequestStatus,
} from 'azure-devops-node-api/interfaces/GitInterfaces.js'
import { z } from 'zod'
import type { KeptPull, Problem } from './kept-pulls.ts'
import type { Said } from './said.ts'
import {
  type ApiCall,
  type Place,
  type Reply,
  type Skin,
  NAME,
  numberAfter,
  OWNER,
} from './skin.ts'

type Status = Uncapitalize<keyof typeof PullRequestStatus>
type Documented = Said<Omit<GitPullRequest, 'status' | 'repository'>> & { readonly status: Status }

const ROOT = `/${OWNER}/_apis/git/repositories/${NAME}/pullrequests`
const BRANCH = 'refs/heads/'
const REPOSITORY_ID = '278d5cd2-584d-4b63-824a-2ba458937249'
const ref = z.string().startsWith(BRANCH)
const draftSchema = z.strictObject({
  sourceRefName: ref,
  targetRefName: ref,
  title: z.string(),
  description: z.string(),
})
const editSchema = z.strictObject({
  title: z.string().optional(),
  description: z.string().optional(),
  status: z.enum(['active', 'abandoned']).optional(),
})
const threadSchema = z.strictObject({
  comments: z.tuple([
    z.strictObject({
      parentCommentId: z.literal(0),
      content: z.string(),
      commentType: z.literal('text'),
    }),
  ]),
  status: z.enum(['active', 'closed']),
})

const STATUS = { open: 'active', closed: 'abandoned', merged: 'completed' } as const

export const azureDevOpsSkin: Skin = {
  host: 'azure-devops',
  root: '/contoso',
  rules: {
    titleCharacters: 400,
    bodyCharacters: 4000,
    needsCommits: false,
    closesWithBranch: false,
    marksPushedAsMerged: true,
    reopensReplaced: true,
    refusesMerged: true,
    obeysCommands: false,
  },
  isSignedIn: ({ authorization }, token) => authorization === `Basic ${btoa(`:${token}`)}`,
  read: ({ method, path, query, body }) => {
    const number = numberAfter(path, ROOT)
    const commented = numberAfter(path.replace(/\/threads$/, ''), ROOT)
    if (query.get('api-version') !== '7.1') return null
    if (path === ROOT) {
      if (method === 'GET') return { kind: 'find', matches: filter(query), page: 1, limit: 101 }
      const { data } = draftSchema.safeParse(body)
      return method === 'POST' && data ? { kind: 'open', draft: draftOf(data) } : null
    }
    if (number !== null) {
      if (method === 'GET') return { kind: 'read', number }
      const { data } = editSchema.safeParse(body)
      return method === 'PATCH' && data ? { kind: 'edit', number, edit: editOf(data) } : null
    }
    const { data } = threadSchema.safeParse(body)
    return commented !== null && method === 'POST' && data
      ? { kind: 'comment', number: commented, text: data.comments[0].content }
      : null
  },
  pull: (pull, place) => pullJson(pull, place),
  list: (pulls, place) => ({
    value: pulls.map((pull) => pullJson(pull, place)),
    count: pulls.length,
  }),
  issue: (pull, place) => pullJson(pull, place),
  comment: (pull, text) =>
    ({
      id: pull.comments.length,
      comments: [{ id: 1, content: text, author: identity('berth-bot') }],
      isDeleted: false,
    }) satisfies Said<GitPullRequestCommentThread>,
  changed: 200,
  problem,
  // A page to sign in at.
  notSignedIn: { status: 203, json: null },
  limited: {
    status: 429,
    json: errorJson('TF400733', 'RequestBlockedException', 'The request has been blocked.'),
    headers: { 'Retry-After': '90', 'X-RateLimit-Remaining': '0' },
  },
  event: (happening, pull, place) => ({
    event: '',
    body: {
      subscriptionId: '4f6e6328-0251-4814-a009-c01dfa368e3f',
      notificationId: pull.number,
      id: crypto.randomUUID(),
      eventType: EVENT[happening],
      publisherId: 'tfs',
      resource: pullJson(pull, place),
      resourceVersion: '1.0',
      createdDate: new Date().toISOString(),
    },
  }),
}

const EVENT = {
  opened: 'git.pullrequest.created',
  closed: 'git.pullrequest.updated',
  reopened: 'git.pullrequest.updated',
  merged: 'git.pullrequest.merged',
} as const

function draftOf(body: z.infer<typeof draftSchema>) {
  const { sourceRefName, targetRefName, title, description } = body
  return {
    head: sourceRefName.slice(BRANCH.length),
    base: targetRefName.slice(BRANCH.length),
    title,
    body: description,
  }
}

function editOf({ title, description, status }: z.infer<typeof editSchema>) {
  const state = status && ({ active: 'open', abandoned: 'closed' } as const)[status]
  return { title, body: description, state }
}

function filter(query: URLSearchParams): (pull: KeptPull) => boolean {
  const asked = (name: string, value: string) =>
    [null, value].includes(query.get(`searchCriteria.${name}`))
  return (pull) =>
    asked('status', STATUS[pull.state]) &&
    asked('sourceRefName', BRANCH + pull.head) &&
    asked('targetRefName', BRANCH + pull.base)
}

function pullJson(pull: KeptPull, { origin, cloneUrl }: Place) {
  const base = `${origin}/contoso/${OWNER}`
  return {
    repository: {
      id: REPOSITORY_ID,
      name: NAME,
      url: `${base}/_apis/git/repositories/${REPOSITORY_ID}`,
      project: { id: '6ce954b1-ce1f-45d1-b94d-e6bf2464ba2c', name: OWNER },
      remoteUrl: cloneUrl,
    },
    pullRequestId: pull.number,
    codeReviewId: pull.number,
    status: STATUS[pull.state],
    createdBy: identity('berth-bot'),
    creationDate: pull.openedAt.toISOString(),
    ...(pull.endedBy !== null && {
      closedBy: identity(pull.endedBy),
      closedDate: pull.endedAt?.toISOString(),
    }),
    title: pull.title,
    description: pull.body,
    sourceRefName: BRANCH + pull.head,
    targetRefName: BRANCH + pull.base,
    isDraft: false,
    lastMergeSourceCommit: { commitId: pull.headCommit },
    ...(pull.mergeCommit !== null && { lastMergeCommit: { commitId: pull.mergeCommit } }),
    ...(pull.isFork && { forkSource: { name: BRANCH + pull.head } }),
    url: `${base}/_apis/git/repositories/${REPOSITORY_ID}/pullRequests/${pull.number}`,
  } satisfies Documented & { repository: Said<GitPullRequest['repository']> }
}

function identity(name: string) {
  return { displayName: name, uniqueName: `${name}@example.com` }
}

function errorJson(code: string, typeKey: string, message: string) {
  return {
    $id: '1',
    innerException: null,
    message: `${code}: ${message}`,
    typeName: `Microsoft.TeamFoundation.Git.Server.${typeKey}, Microsoft.TeamFoundation.Git.Server`,
    typeKey,
    errorCode: 0,
    eventId: 3000,
  }
}

const REPLIES: Readonly<Record<Problem, readonly [number, string, string, string]>> = {
  'not-found': [
    404,
    'TF401180',
    'GitPullRequestNotFoundException',
    'The requested pull request was not found.',
  ],
  exists: [
    409,
    'TF401179',
    'GitPullRequestExistsException',
    'An active pull request for the source and target branch already exists.',
  ],
  'no-branch': [
    400,
    'TF401398',
    'GitPullRequestStaleException',
    'The pull request cannot be activated because the source and/or the target branch no longer exists, or the requested refs are not branches',
  ],
  'no-commits': [400, 'TF401000', 'GitException', 'never of this host'],
  'too-long': [
    400,
    'VS402625',
    'InvalidArgumentValueException',
    'A maximum of 4000 characters is allowed in the description.',
  ],
  merged: [
    409,
    'TF401181',
    'GitPullRequestNotEditableException',
    'The pull request cannot be edited due to its state.',
  ],
  replaced: [400, 'TF401000', 'GitException', 'never of this host'],
}

function problem(which: Problem, _call: ApiCall): Reply {
  const [status, code, typeKey, message] = REPLIES[which]
  return { status, json: errorJson(code, typeKey, message) }
}
