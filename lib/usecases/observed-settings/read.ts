import { createHash } from 'node:crypto'
import { readObservedSettings } from '#db/queries/observed-settings.ts'
import type { ObservedSettings } from '#lib/domain/observed/observed-settings.ts'
import type { ObservedSettingsJson } from '#lib/schemas/observed-settings.ts'
import { asked, type Context, defineRead } from '../define.ts'

export type ObservedSettingsAnswer = {
  readonly json: ObservedSettingsJson
  readonly etag: string
}

export const readObservedSettingsUseCase = defineRead<null, ObservedSettingsAnswer>({
  name: 'observed-settings.read',
  load: () => asked({ kind: 'settings' }),
  run: async ({ scope }: Context) => observedSettingsAnswer(await readObservedSettings(scope)),
})

/** The tag is of what they say: it is the same for the same settings. */
export function observedSettingsAnswer({
  labelKeys,
  reportIntervalS,
}: ObservedSettings): ObservedSettingsAnswer {
  const json = { label_keys: [...labelKeys], report_interval_s: reportIntervalS }
  const digest = createHash('sha256').update(JSON.stringify(json)).digest('hex')
  return { json, etag: `"${digest.slice(0, TAG_LENGTH)}"` }
}

const TAG_LENGTH = 16
