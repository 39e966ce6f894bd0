// How the page of tokens saves: the same use cases as the API's. A save's ref names the token by its id.
import type { SaveRequest, SaveState } from '#lib/schemas/save-request.ts'
import { makeTokenUseCase } from '#lib/usecases/tokens/make.ts'
import { revokeTokenUseCase } from '#lib/usecases/tokens/revoke.ts'
import { act, type FormState } from './action.ts'
import { noChange, submitForm, submitSave } from './object-form.ts'

/** Creates the token in the body, which is shown here and never again. */
export async function makeTokenOf(request: SaveRequest): Promise<FormState<string>> {
  const state = await submitForm(makeTokenUseCase, request, ({ body }) =>
    act(makeTokenUseCase, { body, idempotency: null }),
  )
  return state.kind === 'refused' ? state : { kind: 'saved', output: state.output.token }
}

export async function revokeTokenOf(request: SaveRequest): Promise<SaveState> {
  return submitSave(revokeTokenUseCase, request, ({ ref }) => ({ id: ref?.name ?? '' }), noChange)
}
