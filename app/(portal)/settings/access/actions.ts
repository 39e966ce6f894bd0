'use server'

import { grantRoleOf, removeRoleGrantOf } from '#lib/http/portal/role-grant-form.ts'
import type { SaveRequest } from '#lib/schemas/save-request.ts'

export const grantRole = async (request: SaveRequest) => grantRoleOf(request)

export const removeRoleGrant = async (request: SaveRequest) => removeRoleGrantOf(request)
