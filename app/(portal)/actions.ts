'use server'

import { deleteObjectOf, saveObjectOf } from '#lib/http/portal/object-form.ts'
import type { ObjectSave } from '#lib/schemas/save-request.ts'

export const saveObject = async (request: ObjectSave) => saveObjectOf(request)

export const deleteObject = async (request: ObjectSave) => deleteObjectOf(request)
