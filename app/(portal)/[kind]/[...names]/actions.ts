'use server'

import { formAction } from '#lib/http/portal/action.ts'
import { namedRequest } from '#lib/schemas/save-request.ts'
import { makeRegistrationSecretUseCase } from '#lib/usecases/registration/secret.ts'

/** Answers with the secret, which can't be read later. */
export const makeRegistrationSecret = formAction(
  makeRegistrationSecretUseCase,
  namedRequest,
  ({ name }) => ({ ref: { name } }),
  ({ secret }) => ({ secret }),
)
