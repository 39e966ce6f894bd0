'use server'

import { clearBranchOf } from '#lib/http/portal/object-form.ts'
import type { SaveRequest } from '#lib/schemas/save-request.ts'

export const clearBranch = async (request: SaveRequest) => clearBranchOf(request)
