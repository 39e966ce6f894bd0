'use server'

import { formAction, noChange } from '#lib/http/portal/action.ts'
import { bodyOf, changeViewRequest, taggedIdRequest } from '#lib/schemas/save-request.ts'
import type { savedViewInput } from '#lib/schemas/saved-view.ts'
import {
  changeSavedViewUseCase,
  createSavedViewUseCase,
  deleteSavedViewUseCase,
} from '#lib/usecases/saved-views/write.ts'

/** Answers with its id, by which the page shows it. */
export const keepView = formAction(
  createSavedViewUseCase,
  bodyOf<typeof savedViewInput>(),
  (body) => body,
  ({ json: { id } }) => ({ id }),
)

export const changeView = formAction(
  changeSavedViewUseCase,
  changeViewRequest,
  ({ id, etag, body }) => ({ id, body, precondition: [etag] }),
  noChange,
)

export const deleteView = formAction(
  deleteSavedViewUseCase,
  taggedIdRequest,
  ({ id, etag }) => ({ id, precondition: [etag] }),
  noChange,
)
