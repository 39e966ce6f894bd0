'use server'

import { formAction, noChange } from '#lib/http/portal/action.ts'
import type { hookInput } from '#lib/schemas/hook.ts'
import { bodyOf, idRequest } from '#lib/schemas/save-request.ts'
import { deleteHookUseCase, makeHookUseCase } from '#lib/usecases/hooks/write.ts'

/** Answers with the secret, which can't be read later. */
export const makeHook = formAction(
  makeHookUseCase,
  bodyOf<typeof hookInput>(),
  (body) => body,
  ({ json: { host, url }, secret }) => ({ host, url, secret }),
)

export const deleteHook = formAction(deleteHookUseCase, idRequest, (request) => request, noChange)
