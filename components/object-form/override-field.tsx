'use client'

import type { FieldReasons } from '#components/api.ts'
import { typeNameOf, useClusterTypes } from './cluster-types.ts'
import { ChoiceField } from './choice-field.tsx'
import type { FieldOf } from './controls.ts'
import { saidOf, settingNamed, settingWords } from './type-settings.ts'
import { TextField } from './text-field.tsx'

/** What a cluster says instead of its type, with what the type says. */
export function OverrideField({
  field: { setting: name, label, hint },
  type: typed,
  value,
  ...given
}: {
  field: FieldOf<'override'>
  /** The type that the cluster names; empty: none. */
  type: string
  id: string
  value: string
  onChange: (value: string) => void
  reasons: FieldReasons
}) {
  const setting = settingNamed(name)
  const typeName = typeNameOf(typed)
  const type = useClusterTypes()?.find((each) => each.name === typeName)
  const said = type ? settingWords(setting, saidOf(type, setting)) : ''
  if (setting.control === 'text') {
    const words = said === '' ? '' : `, ${said}`
    return (
      <TextField
        {...given}
        value={value}
        label={label}
        hint={`${hint} Empty: as ${typeName} says${words}.`}
        mono
        placeholder={(type && saidOf(type, setting)) || setting.placeholder}
      />
    )
  }
  // To say what is usual, a cluster must name a type: clients send it for clusters of which there is nothing to say.
  const choices = typed === '' ? setting.choices.slice(1) : setting.choices
  return (
    <ChoiceField
      {...given}
      value={choices.some((choice) => choice.value === value) ? value : ''}
      legend={label}
      hint={hint}
      choices={[{ value: '', title: `As ${typeName} says`, text: said }, ...choices]}
    />
  )
}
