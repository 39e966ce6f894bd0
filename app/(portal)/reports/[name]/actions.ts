'use server'

import { formAction, noChange } from '#lib/http/portal/action.ts'
import { nameRequest } from '#lib/schemas/save-request.ts'
import { startRunUseCase } from '#lib/usecases/saved-reports/runs.ts'

export const makeReportNow = formAction(
  startRunUseCase,
  nameRequest,
  ({ name }) => ({ name }),
  noChange,
)
