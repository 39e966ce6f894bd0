// Pull requests of branches: listed, and opened again where somebody closed one unmerged.
import { z } from 'zod'
import { flag } from '#lib/domain/lists/parameters.ts'
import { bodyHashOf } from '#lib/http/api/body-hash.ts'
import { listOperation } from '#lib/http/api/lists.ts'
import { jsonResponse, operation } from '#lib/http/api/operation.ts'
import { readIdempotency, readReason } from '#lib/http/api/writes.ts'
import { pullRequestList, pullRequestRows } from '#lib/lists/pull-requests.ts'
import { pullRequestOutput } from '#lib/schemas/pull-request.ts'
import { reopenPullRequestUseCase } from '#lib/usecases/pull-requests/reopen.ts'

const TAG = 'pull-requests'

export const listPullRequests = listOperation(pullRequestList, {
  id: 'listPullRequests',
  path: '/pull-requests',
  tag: TAG,
  summary: 'List the pull requests that changes wait in, by branch',
  item: pullRequestOutput,
  ...pullRequestRows,
})

export const reopenPullRequest = operation({
  id: 'reopenPullRequest',
  method: 'POST',
  path: '/pull-requests/{branch}/reopen',
  tag: TAG,
  summary: 'Open the pull request of a branch again that was closed unmerged',
  query: z.object({ dryRun: flag('Answer what would happen next, and ask for nothing.') }),
  headers: ['Idempotency-Key', 'Berth-Reason'],
  responses: { 200: pullRequestOutput },
  useCase: reopenPullRequestUseCase,
  handle: async ({ services, session, path, query: { dryRun }, request }) => {
    const reason = readReason(request.headers.get('berth-reason'))
    const idempotency = readIdempotency(request, await bodyHashOf(request, []))
    const options = { dryRun, reason, idempotency }
    const input = { branch: path['branch'] ?? '', options }
    return jsonResponse(await reopenPullRequestUseCase.invoke(services, session, input))
  },
})
