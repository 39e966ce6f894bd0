'use server'

import { deleteObject, saveObject } from '#lib/http/portal/object-form.ts'
import type { SaveRequest } from '#lib/schemas/save-request.ts'
import { teams } from '#lib/usecases/objects/use-cases.ts'

export const saveTeam = async (request: SaveRequest) => saveObject(teams, request)

export const deleteTeam = async (request: SaveRequest) => deleteObject(teams, request)
