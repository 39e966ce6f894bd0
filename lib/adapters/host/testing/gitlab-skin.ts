// https://docs.gitlab.com/api/merge_requests/, as @gitbeaker/core has it.
import type { MergeRequestNoteSchema, MergeRequestSchema } from '@gitbeaker/core'
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

const ROOT = `/projects/${OWNER}%2F${NAME}/merge_requests`
const draftSchema = z.strictObject({
  source_branch: z.string(),
  target_branch: z.string(),
  title: z.string(),
  description: z.string(),
})
const editSchema = z.strictObject({
  title: z.string().optional(),
  description: z.string().optional(),
  state_event: z.enum(['close', 'reopen']).optional(),
})
const noteSchema = z.strictObject({ body: z.string() })

const STATE = { open: 'opened', closed: 'closed', merged: 'merged' } as const

export const gitlabSkin: Skin = {
  host: 'gitlab',
  root: '/api/v4',
  rules: {
    titleCharacters: 255,
    bodyCharacters: 1_048_576,
    needsCommits: false,
    closesWithBranch: false,
    marksPushedAsMerged: true,
    reopensReplaced: true,
    refusesMerged: false,
    obeysCommands: true,
  },
  isSignedIn: (headers, token) => headers['private-token'] === token,
  read: ({ method, path, query, body }) => {
    const number = numberAfter(path, ROOT)
    const commented = numberAfter(path.replace(/\/notes$/, ''), ROOT)
    if (path === ROOT) {
      if (method === 'GET')
        return { kind: 'find', matches: filter(query), ...page(query, 'per_page') }
      const { data } = draftSchema.safeParse(body)
      return method === 'POST' && data ? { kind: 'open', draft: draftOf(data) } : null
    }
    if (number !== null) {
      if (method === 'GET') return { kind: 'read', number }
      const { data } = editSchema.safeParse(body)
      return method === 'PUT' && data ? { kind: 'edit', number, edit: editOf(data) } : null
    }
    const { data } = noteSchema.safeParse(body)
    return commented !== null && method === 'POST' && data
      ? { kind: 'comment', number: commented, text: data.body }
      : null
  },
  pull: (pull, place) => mergeRequestJson(pull, place),
  list: (pulls, place) => pulls.map((pull) => mergeRequestJson(pull, place)),
  issue: (pull, place) => mergeRequestJson(pull, place),
  comment: (pull, text) =>
    ({
      id: pull.comments.length,
      body: text,
      noteable_type: 'MergeRequest',
      noteable_iid: pull.number,
      system: false,
    }) satisfies Said<MergeRequestNoteSchema>,
  changed: 200,
  problem,
  notSignedIn: { status: 401, json: { message: '401 Unauthorized' } },
  limited: {
    status: 429,
    json: { message: { error: 'Too many requests. Try again later.' } },
    headers: { 'Retry-After': '90', 'RateLimit-Remaining': '0' },
  },
  event: (happening, pull, place) => ({
    event: 'Merge Request Hook',
    body: {
      object_kind: 'merge_request',
      event_type: 'merge_request',
      user: userJson(pull.endedBy ?? 'berth-bot'),
      project: {
        id: 1,
        name: NAME,
        web_url: `${place.origin}/${OWNER}/${NAME}`,
        git_http_url: place.cloneUrl,
        path_with_namespace: `${OWNER}/${NAME}`,
        default_branch: 'main',
      },
      object_attributes: {
        id: 1_000 + pull.number,
        iid: pull.number,
        title: pull.title,
        state: STATE[pull.state],
        action: ACTION[happening],
        source_branch: pull.head,
        target_branch: pull.base,
        url: pageOf(pull, place),
        last_commit: { id: pull.headCommit },
      },
    },
  }),
}

const ACTION = {
  opened: 'open',
  closed: 'close',
  reopened: 'reopen',
  merged: 'merge',
} as const

function draftOf(body: z.infer<typeof draftSchema>) {
  const { source_branch: head, target_branch: base, title, description } = body
  return { head, base, title, body: description }
}

function editOf({ title, description, state_event: event }: z.infer<typeof editSchema>) {
  const state = event && ({ close: 'closed', reopen: 'open' } as const)[event]
  return { title, body: description, state }
}

function filter(query: URLSearchParams): (pull: KeptPull) => boolean {
  const asked = (name: string, value: string) => [null, 'all', value].includes(query.get(name))
  return (pull) =>
    asked('state', STATE[pull.state]) &&
    asked('source_branch', pull.head) &&
    asked('target_branch', pull.base)
}

function pageOf({ number }: KeptPull, { origin }: Place): string {
  return `${origin}/${OWNER}/${NAME}/-/merge_requests/${number}`
}

function mergeRequestJson(pull: KeptPull, place: Place) {
  const ended = pull.endedBy === null ? null : userJson(pull.endedBy)
  const endedAt = pull.endedAt?.toISOString() ?? null
  const isMerged = pull.state === 'merged'
  const isClosed = pull.state === 'closed'
  return {
    id: 1_000 + pull.number,
    iid: pull.number,
    project_id: 1,
    title: pull.title,
    description: pull.body,
    state: STATE[pull.state],
    created_at: pull.openedAt.toISOString(),
    updated_at: pull.updatedAt.toISOString(),
    merged_by: isMerged ? ended : null,
    merged_at: isMerged ? endedAt : null,
    closed_by: isClosed ? ended : null,
    closed_at: isClosed ? endedAt : null,
    target_branch: pull.base,
    source_branch: pull.head,
    author: userJson('berth-bot'),
    source_project_id: pull.isFork ? 2 : 1,
    target_project_id: 1,
    draft: false,
    sha: pull.headCommit,
    merge_commit_sha: pull.mergeCommit,
    squash_commit_sha: null,
    web_url: pageOf(pull, place),
    user_notes_count: pull.comments.length,
  } satisfies Said<MergeRequestSchema>
}

function userJson(username: string) {
  return {
    id: username.length,
    username,
    name: username,
    state: 'active',
    avatar_url: '',
    web_url: `https://gitlab.example.com/${username}`,
  }
}

function problem(which: Problem, call: ApiCall): Reply {
  switch (which) {
    case 'not-found':
      return { status: 404, json: { message: '404 Not found' } }
    case 'exists': {
      const message = ['Another open merge request already exists for this source branch: !1']
      return { status: 409, json: { message } }
    }
    case 'no-branch':
    case 'no-commits':
      return {
        status: 400,
        json: {
          message: [
            `Source branch "${call.kind === 'open' ? call.draft.head : ''}" does not exist`,
          ],
        },
      }
    case 'too-long':
      return { status: 400, json: { message: ['Title is too long (maximum is 255 characters)'] } }
    case 'merged':
    case 'replaced':
      throw new Error('GitLab answers as if nothing had been asked')
  }
}
