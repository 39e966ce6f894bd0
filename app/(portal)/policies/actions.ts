'use server'

import { deleteObject, saveObject } from '#lib/http/portal/object-form.ts'
import type { SaveRequest } from '#lib/schemas/save-request.ts'
import { targetPolicies } from '#lib/usecases/objects/use-cases.ts'

export const savePolicy = async (request: SaveRequest) => saveObject(targetPolicies, request)

export const deletePolicy = async (request: SaveRequest) => deleteObject(targetPolicies, request)
