'use server'

import { changeOf, formAction } from '#lib/http/portal/action.ts'
import { optionsOf } from '#lib/http/portal/object-form.ts'
import { clearRequest } from '#lib/schemas/save-request.ts'
import { clearBranchUseCase } from '#lib/usecases/clusters/clear-branch.ts'

export const clearBranch = formAction(
  clearBranchUseCase,
  clearRequest,
  ({ name, body, ...seen }) => ({ ref: { name }, body, options: optionsOf(seen) }),
  changeOf,
)
