'use server'

import { readAppliedText } from '#lib/http/api/body.ts'
import { actOnRead, changeOf, submit } from '#lib/http/portal/action.ts'
import { optionsOf } from '#lib/http/portal/object-form.ts'
import { importRequest, type SaveImport } from '#lib/schemas/save-request.ts'
import { applyUseCase } from '#lib/usecases/objects/apply.ts'

export const saveImport: SaveImport = async (sent) =>
  submit(applyUseCase, importRequest, sent, ({ format, text, ...seen }) =>
    actOnRead(
      applyUseCase,
      async (session) => ({
        ...(await readAppliedText({ session }, format, text)),
        options: optionsOf(seen),
      }),
      changeOf,
    ),
  )
