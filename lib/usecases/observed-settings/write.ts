// Sets what is counted and how often clusters report. It moves no placement and no file, so it is no change of the fleet.
import { readObservedSettings, writeObservedSettings } from '#db/queries/observed-settings.ts'
import type { ObservedSettings } from '#lib/domain/observed/observed-settings.ts'
import { accepted } from '#lib/domain/text/issue.ts'
import { readObservedSettingsBody } from '#lib/schemas/observed-settings.ts'
import { auditName, only } from '../audit/subject.ts'
import type { Precondition } from '../changes/write-options.ts'
import { asked, defineEdit } from '../define.ts'
import { requireUnchanged } from '../settings-tag.ts'
import { type ObservedSettingsAnswer, observedSettingsAnswer } from './read.ts'

type ReplaceRequest = { readonly body: unknown; readonly precondition: Precondition }
type ReplaceInput = {
  readonly settings: ObservedSettings
  readonly precondition: Precondition
}

const subject = only('observed-settings')

export const replaceObservedSettingsUseCase = defineEdit<
  ReplaceRequest,
  ObservedSettingsAnswer,
  ReplaceInput
>({
  name: 'observed-settings.replace',
  subject,
  parse: ({ body, precondition }) => {
    const read = readObservedSettingsBody(body)
    return read.ok ? accepted({ settings: read.value, precondition }) : read
  },
  load: () => asked({ kind: 'settings' }),
  run: async ({ scope, audit }, { settings, precondition }) => {
    const before = observedSettingsAnswer(await readObservedSettings(scope))
    const after = observedSettingsAnswer(settings)
    requireUnchanged(before, precondition)
    if (before.etag === after.etag) {
      audit({ object: auditName(subject) })
      return before
    }
    await writeObservedSettings(scope, settings)
    audit({ object: auditName(subject), before: before.json, after: after.json })
    return after
  },
})
