'use server'

import { changeOf, formAction } from '#lib/http/portal/action.ts'
import { optionsOf } from '#lib/http/portal/object-form.ts'
import { saveRequest } from '#lib/schemas/save-request.ts'
import { clearBranchUseCase } from '#lib/usecases/clusters/clear-branch.ts'

/** Clears the branch in the body, of the cluster in the ref. */
export const clearBranch = formAction(
  clearBranchUseCase,
  saveRequest,
  ({ ref, body, ...seen }) => ({ ref: ref ?? { name: '' }, body, options: optionsOf(seen) }),
  changeOf,
)
