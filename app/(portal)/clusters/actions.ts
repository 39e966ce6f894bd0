'use server'

import { clearBranchOf, deleteObject, saveObject } from '#lib/http/portal/object-form.ts'
import type { SaveRequest } from '#lib/schemas/save-request.ts'
import { clusters } from '#lib/usecases/objects/use-cases.ts'

export const saveCluster = async (request: SaveRequest) => saveObject(clusters, request)

export const deleteCluster = async (request: SaveRequest) => deleteObject(clusters, request)

export const clearBranch = async (request: SaveRequest) => clearBranchOf(request)
