'use server'

import { formAction, noChange } from '#lib/http/portal/action.ts'
import { reopenRequest } from '#lib/schemas/save-request.ts'
import { reopenPullRequestUseCase } from '#lib/usecases/pull-requests/reopen.ts'

export const reopenPullRequest = formAction(
  reopenPullRequestUseCase,
  reopenRequest,
  ({ branch, reason }) => ({ branch, options: { dryRun: false, reason, idempotency: null } }),
  noChange,
)
