'use client'

import type { FieldReasons } from '#components/api.ts'
import type { WeeklyHours } from '#lib/domain/observed/planned-silence.ts'
import { HoursEditor } from './hours-editor.tsx'
import { TextField } from './text-field.tsx'

export type OpenHours = { readonly timeZone: string; readonly weekly: readonly WeeklyHours[] }

/** Hours of the week with the place whose clocks say them, which only counts where there are some. */
export function OpenHoursField({
  id,
  legend,
  hint,
  value,
  onChange,
  reasons,
}: {
  id: string
  legend: string
  hint: string | undefined
  value: OpenHours
  onChange: (value: OpenHours) => void
  reasons: FieldReasons
}) {
  const zone = `${id}.time_zone`
  const { [zone]: ofZone = [], ...others } = reasons
  return (
    <div className="space-y-3">
      <HoursEditor
        id={id}
        legend={legend}
        hint={hint}
        initial={{ days: ['mon', 'tue', 'wed', 'thu'], from: '08:00', to: '16:00' }}
        value={value.weekly}
        onChange={(weekly) => onChange({ ...value, weekly })}
        reasons={others}
      />
      {value.weekly.length > 0 && (
        <TextField
          id={zone}
          label="Time zone of these hours"
          hint="As in the IANA database."
          mono
          placeholder="Europe/Berlin"
          value={value.timeZone}
          onChange={(timeZone) => onChange({ ...value, timeZone })}
          reasons={ofZone.length > 0 ? { [zone]: ofZone } : {}}
        />
      )}
    </div>
  )
}
