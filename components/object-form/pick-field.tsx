'use client'

import type { FieldReasons } from '#components/api.ts'
import { labelSuggestions } from '#components/labels/label-suggestions.ts'
import { CheckField } from './choice-field.tsx'
import type { FieldOf } from './controls.ts'
import { FieldErrors } from './field-errors.tsx'
import { EMPTY_PREFERENCE, NEW_PICK, reasonsOfPick, type TypedPick } from './pick-rows.ts'
import { PreferenceRowEditor } from './preference-row-editor.tsx'
import { RowsField } from './rows-field.tsx'
import { SuggestedField } from './suggested-field.tsx'
import { TextField } from './text-field.tsx'

type Given = {
  /** The path of the field. */
  readonly id: string
  readonly value: TypedPick
  readonly onChange: (value: TypedPick) => void
  readonly reasons: FieldReasons
}

/** Whether only some clusters are picked, and how. */
export function PickField({
  field: { ask, label },
  value,
  onChange,
  ...given
}: Omit<Given, 'value' | 'onChange'> & {
  field: FieldOf<'pick'>
  value: TypedPick | null
  onChange: (value: TypedPick | null) => void
}) {
  return (
    <fieldset className="min-w-0 space-y-3">
      <legend className="sr-only">{label}</legend>
      <CheckField
        label={ask.label}
        text={ask.text}
        value={value !== null}
        onChange={(isOn) => onChange(isOn ? NEW_PICK : null)}
      />
      {value && (
        <div className="@container space-y-3 border-l-2 pl-3">
          <PickFields {...given} value={value} onChange={onChange} />
        </div>
      )}
    </fieldset>
  )
}

function PickFields({ id, value, onChange, reasons }: Given) {
  const said = reasonsOfPick(value, id, reasons)
  return (
    <>
      <FieldErrors id={id} errors={said.all} />
      <div className="grid gap-3 @sm:grid-cols-2">
        <TextField
          id={`${id}-count`}
          label="How many clusters"
          hint="For each application: a number, or percents of those that may be picked, as 20%."
          mono
          placeholder="3"
          reasons={{ count: said.count }}
          value={value.count}
          onChange={(count) => onChange({ ...value, count })}
        />
        <SuggestedField
          id={`${id}-spread`}
          label="Spread evenly over"
          hint="The values of a label. Empty: they aren’t spread."
          source={labelSuggestions('cluster', null)}
          placeholder="region"
          reasons={{ spread: said.spreadBy }}
          value={value.spreadBy}
          onChange={(spreadBy) => onChange({ ...value, spreadBy })}
        />
      </div>
      <RowsField
        id={`${id}-prefer`}
        legend="Preferences"
        hint="Which clusters come first. Each one counts among those that are alike by the ones above it."
        noun="preference"
        empty={EMPTY_PREFERENCE}
        value={value.prefer}
        onChange={(prefer) => onChange({ ...value, prefer })}
        reasons={{ [`${id}-prefer`]: said.prefer }}
      >
        {(props) => (
          <PreferenceRowEditor
            {...props}
            id={`${id}-prefer-${props.index}`}
            reasons={said.preferences[props.index]!}
          />
        )}
      </RowsField>
    </>
  )
}
