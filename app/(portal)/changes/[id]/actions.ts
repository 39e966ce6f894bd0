'use server'

import { changeOf, formAction } from '#lib/http/portal/action.ts'
import { optionsOf } from '#lib/http/portal/object-form.ts'
import { revertRequest } from '#lib/schemas/save-request.ts'
import { revertUseCase } from '#lib/usecases/revert/revert.ts'

export const revertChange = formAction(
  revertUseCase,
  revertRequest,
  ({ change, ...seen }) => ({ change, options: optionsOf(seen) }),
  changeOf,
)
