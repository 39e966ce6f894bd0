// How the page of grants saves: by the same use cases as the API's. The ref of a save contains the grant's id.
import type { SaveRequest, SaveState } from '#lib/schemas/save-request.ts'
import { createRoleGrantUseCase, deleteRoleGrantUseCase } from '#lib/usecases/access/role-grants.ts'
import { noChange, submitSave } from './object-form.ts'

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
