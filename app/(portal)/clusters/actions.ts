'use server'

import { changeOf, formAction } from '#lib/http/portal/action.ts'
import { optionsOf } from '#lib/http/portal/object-form.ts'
import { saveRequest } from '#lib/schemas/save-request.ts'
import { clearBranchUseCase } from '#lib/usecases/clusters/clear-branch.ts'

/** Clears the branch that the body names of the cluster that the ref names. */
export const clearBranch = formAction(
  clearBranchUseCase,
  saveRequest,
  ({ ref, body, ...seen }) => ({ ref: ref ?? { name: '' }, body, options: optionsOf(seen) }),
  changeOf,
)
