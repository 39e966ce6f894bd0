// How the page of grants saves: the same use cases as the API's. A save's ref names the grant by its id.
import type { SaveRequest, SaveState } from '#lib/schemas/save-request.ts'
import { createRoleGrantUseCase, deleteRoleGrantUseCase } from '#lib/usecases/access/role-grants.ts'
import { act } from './action.ts'
import { submitSave } from './object-form.ts'

/** A grant is no object of the fleet: what becomes of it is no change there. */
const noChange = () => null

/** Gives the role of the body. */
export async function grantRoleOf(request: SaveRequest): Promise<SaveState> {
  return submitSave(
    createRoleGrantUseCase.name,
    request,
    ({ body }) => act(createRoleGrantUseCase, body),
    noChange,
  )
}

export async function removeRoleGrantOf(request: SaveRequest): Promise<SaveState> {
  return submitSave(
    deleteRoleGrantUseCase.name,
    request,
    ({ ref }) => act(deleteRoleGrantUseCase, { id: ref?.name ?? '' }),
    noChange,
  )
}
