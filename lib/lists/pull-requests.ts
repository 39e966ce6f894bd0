// The pull requests in which changes wait.
import { z } from 'zod'
import { PULL_REQUEST_STATES } from '#lib/domain/git/pull-request.ts'
import { changeNumber, text, word } from '#lib/domain/lists/parameters.ts'
import type { PullRequestJson } from '#lib/schemas/pull-request.ts'
import { listPullRequestsUseCase } from '#lib/usecases/pull-requests/list.ts'
import { defineList, type RowForms } from './list.ts'
import type { PositionForm } from './positions.ts'

const branchPosition: PositionForm<string> = {
  tokenOf: (branch) => [branch],
  positionOf: ([branch, ...rest]) =>
    typeof branch === 'string' && rest.length === 0 ? branch : null,
}

export const pullRequestList = defineList({
  parameters: z.object({
    branch: text('Into which it is merged.'),
    state: word(
      PULL_REQUEST_STATES,
      'Also those in which no change waits any more; absent: those in which some do.',
    ),
    environment: text('Only those into branches with clusters of this environment.'),
    change: changeNumber('Only those that this change waits in.'),
  }),
  isOfNow: true,
  position: branchPosition,
  useCase: listPullRequestsUseCase,
  input: (filter, { after, limit }) => ({ filter, after, limit }),
})

export const pullRequestRows: RowForms<PullRequestJson> = {
  json: (pullRequest) => pullRequest,
  columns: {
    branch: ({ branch }) => branch,
    number: ({ number }) => number,
    url: ({ url }) => url,
    state: ({ state }) => state,
    next: ({ next }) => next,
    title: ({ title }) => title,
    environments: ({ environments }) => environments.join(' '),
    clusters: ({ clusters }) => clusters,
    changes: ({ changes }) => changes?.count,
    first_change: ({ changes }) => changes?.from,
    last_change: ({ changes }) => changes?.to,
    later_changes: (row) => row.later_changes,
    waits_since: (row) => row.waits_since,
    opened_at: (row) => row.opened_at,
    closed_by: (row) => row.closed_by,
    error: ({ error }) => error,
  },
}
