// https://docs.github.com/en/rest/pulls/pulls, as @octokit/openapi-types has it.
import type { components } from '@octokit/openapi-types'
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
  page,
} from './skin.ts'

type Schemas = components['schemas']

const ROOT = `/repos/${OWNER}/${NAME}`
const DOCS = 'https://docs.github.com/rest'
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

export const githubSkin: Skin = {
  host: 'github',
  root: '/api/v3',
  rules: {
    titleCharacters: 256,
    bodyCharacters: 65_536,
    needsCommits: true,
    closesWithBranch: true,
    marksPushedAsMerged: true,
    reopensReplaced: false,
    refusesMerged: true,
    obeysCommands: false,
  },
  isSignedIn: ({ authorization }, token) => authorization === `Bearer ${token}`,
  read: ({ method, path, query, body }) => {
    const pull = numberAfter(path, `${ROOT}/pulls`)
    const issue = numberAfter(path, `${ROOT}/issues`)
    const commented = numberAfter(path.replace(/\/comments$/, ''), `${ROOT}/issues`)
    if (path === `${ROOT}/pulls`) {
      if (method === 'GET')
        return { kind: 'find', matches: filter(query), ...page(query, 'per_page') }
      const { data } = draftSchema.safeParse(body)
      return method === 'POST' && data ? { kind: 'open', draft: data } : null
    }
    if (pull !== null) {
      if (method === 'GET') return { kind: 'read', number: pull }
      const { data } = editSchema.safeParse(body)
      return method === 'PATCH' && data ? { kind: 'edit', number: pull, edit: data } : null
    }
    if (issue !== null && method === 'GET') return { kind: 'read-issue', number: issue }
    const { data } = commentSchema.safeParse(body)
    return commented !== null && method === 'POST' && data
      ? { kind: 'comment', number: commented, text: data.body }
      : null
  },
  pull: (pull, place) => pullJson(pull, place),
  list: (pulls, place) =>
    pulls.map((pull) => {
      const { merged: _, merged_by: __, comments: ___, ...simple } = pullJson(pull, place)
      return simple satisfies Said<Schemas['pull-request-simple']>
    }),
  issue: (pull, place) =>
    ({
      number: pull.number,
      title: pull.title,
      state: pull.state === 'open' ? 'open' : 'closed',
      html_url: pageOf(pull, place),
      closed_by: pull.endedBy === null ? null : userJson(pull.endedBy),
      pull_request: { html_url: pageOf(pull, place), merged_at: mergedAt(pull) },
    }) satisfies Said<Schemas['issue']>,
  comment: (pull, text) =>
    ({
      id: pull.comments.length,
      body: text,
      user: userJson('berth-bot'),
      created_at: new Date().toISOString(),
    }) satisfies Said<Schemas['issue-comment']>,
  changed: 200,
  problem,
  notSignedIn: { status: 401, json: basicError('Bad credentials') },
  limited: {
    status: 403,
    json: basicError(
      'You have exceeded a secondary rate limit and have been temporarily blocked from content creation. Please retry your request again later.',
    ),
    headers: { 'Retry-After': '90' },
  },
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

/** A filter by head without an owner it doesn't understand, and leaves out. */
function filter(query: URLSearchParams): (pull: KeptPull) => boolean {
  const [state, base] = [query.get('state') ?? 'open', query.get('base')]
  const [, owner, head] = /^([^:]+):(.+)$/.exec(query.get('head') ?? '') ?? []
  return (pull) =>
    (state === 'all' || state === (pull.state === 'open' ? 'open' : 'closed')) &&
    (base === null || base === pull.base) &&
    (head === undefined || (head === pull.head && owner === OWNER))
}

/** An organization may have a fork of its own repository, so the owner of a head doesn't tell them apart. */
function nameOf({ isFork }: KeptPull): string {
  return isFork ? `${NAME}-copy` : NAME
}

function pageOf({ number }: KeptPull, { origin }: Place): string {
  return `${origin}/${OWNER}/${NAME}/pull/${number}`
}

function mergedAt({ state, endedAt }: KeptPull): string | null {
  return state === 'merged' ? (endedAt?.toISOString() ?? null) : null
}

function pullJson(pull: KeptPull, place: Place) {
  return {
    id: 1_000 + pull.number,
    node_id: `PR_${pull.number}`,
    url: `${place.origin}/api/v3${ROOT}/pulls/${pull.number}`,
    html_url: pageOf(pull, place),
    number: pull.number,
    state: pull.state === 'open' ? 'open' : 'closed',
    locked: false,
    draft: false,
    title: pull.title,
    body: pull.body,
    user: userJson('berth-bot'),
    created_at: pull.openedAt.toISOString(),
    updated_at: pull.updatedAt.toISOString(),
    closed_at: pull.endedAt?.toISOString() ?? null,
    merged_at: mergedAt(pull),
    // Of an open one, it is a commit that tries whether it can be merged.
    merge_commit_sha: pull.mergeCommit ?? pull.headCommit,
    head: {
      label: `${OWNER}:${pull.head}`,
      ref: pull.head,
      sha: pull.headCommit,
      repo: repositoryJson(place, nameOf(pull)),
    },
    base: {
      label: `${OWNER}:${pull.base}`,
      ref: pull.base,
      sha: pull.baseCommit,
      repo: repositoryJson(place),
    },
    comments: pull.comments.length,
    merged: pull.state === 'merged',
    merged_by: pull.state === 'merged' ? userJson(pull.endedBy ?? 'ann') : null,
  } as const satisfies Said<Schemas['pull-request']>
}

function repositoryJson({ origin, cloneUrl }: Place, name: string = NAME) {
  return {
    id: name === NAME ? 1 : 2,
    name,
    full_name: `${OWNER}/${name}`,
    private: true,
    html_url: `${origin}/${OWNER}/${name}`,
    clone_url: cloneUrl,
    default_branch: 'main',
  } satisfies Said<Schemas['repository']>
}

function userJson(login: string) {
  return { login, id: login.length, type: 'User', site_admin: false } as const satisfies Said<
    Schemas['simple-user']
  >
}

function basicError(message: string) {
  return { message, documentation_url: DOCS } satisfies Said<Schemas['basic-error']>
}

function problem(which: Problem, call: ApiCall): Reply {
  if (which === 'not-found') return { status: 404, json: basicError('Not Found') }
  const draft = call.kind === 'open' ? call.draft : { head: 'the head', base: 'the base' }
  const messages: Readonly<Record<Exclude<Problem, 'not-found'>, string>> = {
    exists: `A pull request already exists for ${OWNER}:${draft.head}.`,
    'no-branch': 'state cannot be changed. The head or the base branch has been deleted.',
    'no-commits': `No commits between ${draft.base} and ${draft.head}`,
    'too-long': 'body is too long (maximum is 65536 characters)',
    merged: 'state cannot be changed. The pull request cannot be reopened.',
    replaced: `state cannot be changed. The ${draft.head} branch was force-pushed or recreated.`,
  }
  const json = {
    message: 'Validation Failed',
    errors: [{ resource: 'PullRequest', code: 'custom', message: messages[which] }],
    documentation_url: `${DOCS}/pulls/pulls#create-a-pull-request`,
  } satisfies Schemas['validation-error']
  return { status: 422, json }
}
