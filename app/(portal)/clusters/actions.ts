'use server'

import { changeOf, formAction, noChange } from '#lib/http/portal/action.ts'
import { optionsOf } from '#lib/http/portal/object-form.ts'
import { clearRequest, saveReportKeysRequest } from '#lib/schemas/save-request.ts'
import { clearBranchUseCase } from '#lib/usecases/clusters/clear-branch.ts'
import { replaceReportKeysUseCase } from '#lib/usecases/reports/keys.ts'

export const clearBranch = formAction(
  clearBranchUseCase,
  clearRequest,
  ({ name, body, ...seen }) => ({ ref: { name }, body, options: optionsOf(seen) }),
  changeOf,
)

export const saveReportKeys = formAction(
  replaceReportKeysUseCase,
  saveReportKeysRequest,
  ({ name, etag, body }) => ({ ref: { name }, body, precondition: [etag] }),
  noChange,
)
