// How the page of grants saves: the same use cases as the API's. A save's ref names the grant by its id.
import type { SaveRequest, SaveState } from '#lib/schemas/save-request.ts'
import { createRoleGrantUseCase, deleteRoleGrantUseCase } from '#lib/usecases/access/role-grants.ts'
import { noChange, submitSave } from './object-form.ts'

/** Gives the role of the body. */
export async function grantRoleOf(request: SaveRequest): Promise<SaveState> {
  return submitSave(createRoleGrantUseCase, request, ({ body }) => body, noChange)
}

export async function removeRoleGrantOf(request: SaveRequest): Promise<SaveState> {
  return submitSave(
    deleteRoleGrantUseCase,
    request,
    ({ ref }: SaveRequest) => ({ id: ref?.name ?? '' }),
    noChange,
  )
}
