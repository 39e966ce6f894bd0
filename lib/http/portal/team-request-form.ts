// How the pages of requests for teams save: the same use cases as the API's. A save's ref names the request by its id.
import type { SaveRequest, SaveState } from '#lib/schemas/save-request.ts'
import { askForTeamUseCase, withdrawTeamRequestUseCase } from '#lib/usecases/team-requests/ask.ts'
import {
  approveTeamRequestUseCase,
  declineTeamRequestUseCase,
} from '#lib/usecases/team-requests/decide.ts'
import { keptChange, noChange, optionsOf, submitSave } from './object-form.ts'

const idOf = ({ ref }: Pick<SaveRequest, 'ref'>) => ref?.name ?? ''

export async function approveRequest(request: SaveRequest): Promise<SaveState> {
  return submitSave(
    approveTeamRequestUseCase,
    request,
    ({ ref, body, ...rest }: SaveRequest) => ({
      id: idOf({ ref }),
      body: { ...(isObject(body) && body), reason: rest.reason },
      options: optionsOf(rest),
    }),
    keptChange,
  )
}

export async function askForTeamOf(request: SaveRequest): Promise<SaveState> {
  return submitSave(askForTeamUseCase, request, ({ body }) => ({ body, dryRun: false }), noChange)
}

export async function declineRequest(request: SaveRequest): Promise<SaveState> {
  return submitSave(
    declineTeamRequestUseCase,
    request,
    ({ reason, ...save }: SaveRequest) => ({
      id: idOf(save),
      body: { reason },
      dryRun: false,
    }),
    noChange,
  )
}

export async function withdrawRequest(request: SaveRequest): Promise<SaveState> {
  return submitSave(
    withdrawTeamRequestUseCase,
    request,
    (save: SaveRequest) => ({ id: idOf(save), dryRun: false }),
    noChange,
  )
}

function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null
}
