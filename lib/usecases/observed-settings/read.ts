import { readObservedSettings } from '#db/queries/observed-settings.ts'
import type { ObservedSettings } from '#lib/domain/observed/observed-settings.ts'
import type { ObservedSettingsJson } from '#lib/schemas/observed-settings.ts'
import { asked, type Context, defineRead } from '../define.ts'
import { type TaggedSettings, taggedSettings } from '../settings-tag.ts'

export type ObservedSettingsAnswer = TaggedSettings<ObservedSettingsJson>

export const readObservedSettingsUseCase = defineRead<null, ObservedSettingsAnswer>({
  name: 'observed-settings.read',
  load: () => asked({ kind: 'settings' }),
  run: async ({ scope }: Context) => observedSettingsAnswer(await readObservedSettings(scope)),
})

export function observedSettingsAnswer({
  labelKeys,
  reportIntervalS,
}: ObservedSettings): ObservedSettingsAnswer {
  return taggedSettings({ label_keys: [...labelKeys], report_interval_s: reportIntervalS })
}
