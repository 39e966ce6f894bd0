'use server'

import { changeOf, formAction } from '#lib/http/portal/action.ts'
import { deleteObjectOf, optionsOf, saveObjectOf } from '#lib/http/portal/object-form.ts'
import { bulkRequest, type DeleteObject, type SaveObject } from '#lib/schemas/save-request.ts'
import { bulkUseCase } from '#lib/usecases/bulk/edit.ts'

export const saveObject: SaveObject = async (request) => saveObjectOf(request)

export const deleteObject: DeleteObject = async (request) => deleteObjectOf(request)

export const editObjects = formAction(
  bulkUseCase,
  bulkRequest,
  ({ body, ...seen }) => ({ body, options: optionsOf(seen) }),
  changeOf,
)
