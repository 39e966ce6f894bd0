// How the pages of requests for teams save: the same use cases as the API's. A save's ref names the request by its id.
import type { SaveRequest, SaveState } from '#lib/schemas/save-request.ts'
import { askForTeamUseCase, withdrawTeamRequestUseCase } from '#lib/usecases/team-requests/ask.ts'
import {
  approveTeamRequestUseCase,
  declineTeamRequestUseCase,
} from '#lib/usecases/team-requests/decide.ts'
import { act } from './action.ts'
import { optionsOf, submitSave } from './object-form.ts'

const idOf = ({ ref }: Pick<SaveRequest, 'ref'>) => ref?.name ?? ''

/** A request is no object of the fleet: what becomes of it is no change there. */
const noChange = () => null

/** Makes the team of the body. */
export async function approveRequest(request: SaveRequest): Promise<SaveState> {
  return submitSave(
    approveTeamRequestUseCase.name,
    request,
    ({ ref, body, ...rest }) =>
      act(approveTeamRequestUseCase, {
        id: idOf({ ref }),
        body: { ...(isObject(body) && body), reason: rest.reason },
        options: optionsOf(rest),
      }),
    (outcome) => (outcome.kind === 'kept' ? outcome.change : null),
  )
}

/** Asks for the team of the body. */
export async function askForTeamOf(request: SaveRequest): Promise<SaveState> {
  return submitSave(
    askForTeamUseCase.name,
    request,
    ({ body }) => act(askForTeamUseCase, { body, dryRun: false }),
    noChange,
  )
}

/** Declines for the reason of the save. */
export async function declineRequest(request: SaveRequest): Promise<SaveState> {
  return submitSave(
    declineTeamRequestUseCase.name,
    request,
    ({ reason, ...save }) =>
      act(declineTeamRequestUseCase, { id: idOf(save), body: { reason }, dryRun: false }),
    noChange,
  )
}

export async function withdrawRequest(request: SaveRequest): Promise<SaveState> {
  return submitSave(
    withdrawTeamRequestUseCase.name,
    request,
    (save) => act(withdrawTeamRequestUseCase, { id: idOf(save), dryRun: false }),
    noChange,
  )
}

function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null
}
