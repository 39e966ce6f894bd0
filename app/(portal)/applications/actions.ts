'use server'

import { deleteObject, saveObject } from '#lib/http/portal/object-form.ts'
import type { SaveRequest } from '#lib/schemas/save-request.ts'
import { applications } from '#lib/usecases/objects/use-cases.ts'

export const saveApplication = async (request: SaveRequest) => saveObject(applications, request)

export const deleteApplication = async (request: SaveRequest) => deleteObject(applications, request)
