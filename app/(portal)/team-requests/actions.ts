'use server'

import {
  approveRequest,
  askForTeamOf,
  declineRequest,
  withdrawRequest,
} from '#lib/http/portal/team-request-form.ts'
import type { SaveRequest } from '#lib/schemas/save-request.ts'

export const askForTeam = async (request: SaveRequest) => askForTeamOf(request)

export const approveTeamRequest = async (request: SaveRequest) => approveRequest(request)

export const declineTeamRequest = async (request: SaveRequest) => declineRequest(request)

export const withdrawTeamRequest = async (request: SaveRequest) => withdrawRequest(request)
