'use server'

import { changeOf, formAction, noChange } from '#lib/http/portal/action.ts'
import { optionsOf } from '#lib/http/portal/object-form.ts'
import {
  approveRequest,
  askForMoreRequest,
  bodyOf,
  declineRequest,
  idRequest,
} from '#lib/schemas/save-request.ts'
import type { teamRequestInput } from '#lib/schemas/team-request.ts'
import { askForMoreUseCase } from '#lib/usecases/team-requests/ask-for-more.ts'
import { askForTeamUseCase, withdrawTeamRequestUseCase } from '#lib/usecases/team-requests/ask.ts'
import {
  approveTeamRequestUseCase,
  declineTeamRequestUseCase,
} from '#lib/usecases/team-requests/decide.ts'
import { seeAnswerUseCase } from '#lib/usecases/team-requests/see-answer.ts'

export const askForTeam = formAction(
  askForTeamUseCase,
  bodyOf<typeof teamRequestInput>(),
  (body) => ({ body, dryRun: false }),
  noChange,
)

/** The reason is in the body. */
export const approveTeamRequest = formAction(
  approveTeamRequestUseCase,
  approveRequest,
  ({ id, body, etag, ...seen }) => ({
    id,
    body,
    precondition: etag === null ? null : [etag],
    options: optionsOf({ ...seen, reason: null }),
  }),
  changeOf,
)

export const declineTeamRequest = formAction(
  declineTeamRequestUseCase,
  declineRequest,
  ({ id, ...body }) => ({ id, body, dryRun: false }),
  noChange,
)

export const withdrawTeamRequest = formAction(
  withdrawTeamRequestUseCase,
  idRequest,
  ({ id }) => ({ id, dryRun: false }),
  noChange,
)

export const seeAnswer = formAction(
  seeAnswerUseCase,
  idRequest,
  ({ id }) => ({ id }),
  (isFirst) => ({ isFirst }),
)

export const askForMore = formAction(
  askForMoreUseCase,
  askForMoreRequest,
  ({ team, body }) => ({ team, body, dryRun: false }),
  noChange,
)
