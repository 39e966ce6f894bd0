// https://docs.gitea.com/api/1.24/, as gitea-js has it; Forgejo has the same.
import type { APIError, Comment, PullRequest, Repository, User } from 'gitea-js'
import { z } from 'zod'
import type { KeptPull, Problem } from './kept-pulls.ts'
import { type Place, type Reply, type Skin, NAME, numberAfter, OWNER, page } from './skin.ts'

const ROOT = `/repos/${OWNER}/${NAME}`
/** An installation has its own, which may be shorter than what is asked for. */
const PAGE_MAX = 2
const draftSchema = z.strictObject({
  title: z.string(),
  head: z.string(),
  base: z.string(),
  body: z.string(),
})
const editSchema = z.strictObject({
  title: z.string().optional(),
  body: z.string().optional(),
  state: z.enum(['open', 'closed']).optional(),
})
const commentSchema = z.strictObject({ body: z.string() })

export const giteaSkin: Skin = {
  host: 'gitea',
  root: '/api/v1',
  rules: {
    titleCharacters: 255,
    bodyCharacters: 65_536,
    needsCommits: false,
    closesWithBranch: true,
    // Only where an administrator switched it on.
    marksPushedAsMerged: false,
    reopensReplaced: true,
    refusesMerged: true,
    obeysCommands: false,
  },
  isSignedIn: ({ authorization }, token) => authorization === `token ${token}`,
  read: ({ method, path, query, body }) => {
    const pull = numberAfter(path, `${ROOT}/pulls`)
    const commented = numberAfter(path.replace(/\/comments$/, ''), `${ROOT}/issues`)
    if (path === `${ROOT}/pulls`) {
      if (method === 'GET') return { kind: 'find', matches: filter(query), ...shortPage(query) }
      const { data } = draftSchema.safeParse(body)
      return method === 'POST' && data ? { kind: 'open', draft: data } : null
    }
    if (pull !== null) {
      if (method === 'GET') return { kind: 'read', number: pull }
      const { data } = editSchema.safeParse(body)
      return method === 'PATCH' && data ? { kind: 'edit', number: pull, edit: data } : null
    }
    const { data } = commentSchema.safeParse(body)
    return commented !== null && method === 'POST' && data
      ? { kind: 'comment', number: commented, text: data.body }
      : null
  },
  pull: (pull, place) => pullJson(pull, place),
  list: (pulls, place) => pulls.map((pull) => pullJson(pull, place)),
  issue: (pull, place) => pullJson(pull, place),
  comment: (pull, text) =>
    ({ id: pull.comments.length, body: text, user: userJson('berth-bot') }) satisfies Comment,
  // Even an edit: https://github.com/go-gitea/gitea/blob/v1.24.0/routers/api/v1/repo/pull.go `EditPullRequest`
  changed: 201,
  problem,
  notSignedIn: { status: 401, json: { message: 'user does not exist [uid: 0, name: ]' } },
  // It has no limit of its own; a proxy before it may have.
  limited: { status: 429, json: null, headers: { 'Retry-After': '90' } },
  event: (happening, pull, place) => ({
    event: 'pull_request',
    body: {
      action: ACTION[happening],
      number: pull.number,
      pull_request: pullJson(pull, place),
      repository: repositoryJson(place),
      sender: userJson(pull.endedBy ?? 'berth-bot'),
    },
  }),
}

const ACTION = {
  opened: 'opened',
  closed: 'closed',
  reopened: 'reopened',
  merged: 'closed',
} as const

function shortPage(query: URLSearchParams) {
  const asked = page(query, 'limit')
  return { ...asked, limit: Math.min(asked.limit, PAGE_MAX) }
}

/** An older version, which knows no `base_branch`. */
function filter(query: URLSearchParams): (pull: KeptPull) => boolean {
  const state = query.get('state') ?? 'open'
  return (pull) => state === 'all' || state === (pull.state === 'open' ? 'open' : 'closed')
}

function pullJson(pull: KeptPull, place: Place) {
  const [id, owner] = pull.isFork ? [2, 'stranger'] : [1, OWNER]
  return {
    id: 1_000 + pull.number,
    number: pull.number,
    url: `${place.origin}/${OWNER}/${NAME}/pulls/${pull.number}`,
    html_url: `${place.origin}/${OWNER}/${NAME}/pulls/${pull.number}`,
    state: pull.state === 'open' ? 'open' : 'closed',
    title: pull.title,
    body: pull.body,
    user: userJson('berth-bot'),
    created_at: pull.openedAt.toISOString(),
    updated_at: pull.updatedAt.toISOString(),
    ...(pull.endedAt === null ? {} : { closed_at: pull.endedAt.toISOString() }),
    head: {
      label: pull.head,
      // What it is when its branch has been deleted.
      ref: pull.state === 'open' ? pull.head : `refs/pull/${pull.number}/head`,
      sha: pull.headCommit,
      repo_id: id,
      repo: repositoryJson(place, owner),
    },
    base: { label: pull.base, ref: pull.base, repo_id: 1, repo: repositoryJson(place) },
    draft: false,
    mergeable: pull.state === 'open',
    merged: pull.state === 'merged',
    ...(pull.state === 'merged' && {
      merged_by: userJson(pull.endedBy ?? 'ann'),
      merge_commit_sha: pull.mergeCommit ?? '',
    }),
  } satisfies PullRequest
}

function repositoryJson({ origin, cloneUrl }: Place, owner: string = OWNER) {
  return {
    id: owner === OWNER ? 1 : 2,
    name: NAME,
    full_name: `${owner}/${NAME}`,
    html_url: `${origin}/${owner}/${NAME}`,
    clone_url: cloneUrl,
    default_branch: 'main',
  } satisfies Repository
}

function userJson(login: string) {
  return { id: login.length, login, username: login } satisfies User & { username: string }
}

const REPLIES: Readonly<Record<Problem, readonly [status: number, message: string]>> = {
  'not-found': [404, "The target couldn't be found."],
  exists: [
    409,
    'pull request already exists for these targets [id: 1, issue_id: 1, head_repo_id: 1]',
  ],
  'no-branch': [404, 'branch does not exist'],
  'no-commits': [422, 'Invalid PullRequest: There are no changes between the head and the base'],
  'too-long': [422, '[Title]: MaxSize'],
  merged: [412, 'cannot change state of this pull request, it was already merged'],
  replaced: [422, 'never of this host'],
}

function problem(which: Problem): Reply {
  const [status, message] = REPLIES[which]
  return { status, json: { message, url: '/api/swagger' } satisfies APIError }
}
