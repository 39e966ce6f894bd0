'use client'

import type { FieldReasons } from '#components/api.ts'
import { labelSuggestions } from '#components/labels/label-suggestions.ts'
import { ValueChips } from '#components/selector/value-chips.tsx'
import { EarlierButton } from './earlier-button.tsx'
import { FormField } from './form-field.tsx'
import type { PreferenceRow } from './pick-rows.ts'
import { RemoveButton } from './remove-button.tsx'
import type { RowProps } from './rows-field.tsx'
import { SelectField } from './select-field.tsx'
import { SuggestedField } from './suggested-field.tsx'
import { TextField } from './text-field.tsx'

const WAYS = [
  ['label', 'Label'],
  ['score', 'Score'],
] as const

type Props = RowProps<PreferenceRow> & { readonly id: string; readonly reasons: FieldReasons }

/** Which clusters come first: those with some values of a label, or with more of a score. */
export function PreferenceRowEditor(props: Props) {
  const { row, index, id, onChange, onEarlier, onRemove } = props
  const number = index + 1
  return (
    <li>
      <fieldset className="flex min-w-0 items-start gap-2 rounded-md border bg-canvas p-3">
        <legend className="sr-only">Preference {number}</legend>
        <div className="grid min-w-0 grow gap-x-2 gap-y-3 @sm:grid-cols-[8rem_1fr]">
          <SelectField
            id={`${id}-by`}
            label={`Preference ${number}`}
            reasons={{}}
            choices={WAYS}
            value={row.by}
            onChange={(by) => onChange({ ...row, by })}
          />
          {row.by === 'label' ? <LabelFields {...props} /> : <ScoreField {...props} />}
        </div>
        <span className="flex shrink-0">
          {index > 0 && (
            <EarlierButton label={`Move preference ${number} up`} onClick={onEarlier} />
          )}
          <RemoveButton label={`Remove preference ${number}`} onClick={onRemove} />
        </span>
      </fieldset>
    </li>
  )
}

function ScoreField({ row, id, reasons, onChange }: Props) {
  return (
    <TextField
      id={`${id}-score`}
      label="The most of this score"
      hint="Programs write scores of clusters. Those without it come last."
      mono
      placeholder="free-gpu"
      reasons={reasons}
      value={row.name}
      onChange={(text) => onChange({ ...row, name: text.trim() })}
    />
  )
}

function LabelFields({ row, index, id, reasons, onChange }: Props) {
  const { label = [], ...ofValues } = reasons
  return (
    <>
      <SuggestedField
        id={`${id}-label`}
        label="Label"
        source={labelSuggestions('cluster', null)}
        placeholder="tier"
        reasons={{ label }}
        value={row.name}
        onChange={(name) => onChange({ ...row, name })}
      />
      <div className="@sm:col-span-2">
        <FormField
          id={`${id}-values`}
          label="Its values, the most wanted first"
          hint="Clusters with any other come last."
          reasons={ofValues}
        >
          {(described) => (
            <ValueChips
              id={described.id}
              isInvalid={described['aria-invalid']}
              describedBy={described['aria-describedby']}
              row={{
                id: index,
                key: row.name,
                operator: 'in',
                values: row.values,
                typed: row.typed,
              }}
              label={`Value of preference ${index + 1}`}
              kind="cluster"
              onChange={({ values, typed }) => onChange({ ...row, values, typed })}
            />
          )}
        </FormField>
      </div>
    </>
  )
}
