'use server'

import { formAction, noChange } from '#lib/http/portal/action.ts'
import type { roleGrantInput } from '#lib/schemas/role-grant.ts'
import { bodyOf, idRequest } from '#lib/schemas/save-request.ts'
import { createRoleGrantUseCase, deleteRoleGrantUseCase } from '#lib/usecases/access/role-grants.ts'

export const grantRole = formAction(
  createRoleGrantUseCase,
  bodyOf<typeof roleGrantInput>(),
  (body) => body,
  noChange,
)

export const removeRoleGrant = formAction(
  deleteRoleGrantUseCase,
  idRequest,
  (request) => request,
  noChange,
)
