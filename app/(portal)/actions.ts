'use server'

import { deleteObjectOf, saveObjectOf } from '#lib/http/portal/object-form.ts'
import type { DeleteObject, SaveObject } from '#lib/schemas/save-request.ts'

export const saveObject: SaveObject = async (request) => saveObjectOf(request)

export const deleteObject: DeleteObject = async (request) => deleteObjectOf(request)
