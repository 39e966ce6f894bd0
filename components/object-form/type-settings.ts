// The settings of a cluster type, as its form has them, and what clusters say instead.
import { kinds } from '#lib/domain/objects/kinds.ts'
import type { FieldOf } from './controls.ts'
import { valueOfField } from './field-json.ts'
import type { FieldsJson } from './form-spec.ts'

export type Setting = FieldOf<'text'> | FieldOf<'choice'>

export function settingNamed(name: string): Setting {
  for (const field of kinds['cluster-type'].form.flat()) {
    if (field.field === name && (field.control === 'text' || field.control === 'choice'))
      return field
  }
  throw new Error(`Cluster types have no setting ${name}`)
}

/** What a value of it means, in words. */
export function settingWords(setting: Setting, value: string): string {
  if (setting.control === 'text') return value === '' ? (setting.empty ?? '') : value
  return setting.choices.find((choice) => choice.value === value)?.title ?? value
}

/** What the JSON of a type has for a setting, or that of a cluster for an override; empty: nothing. */
export function saidOf(json: FieldsJson, { field }: { readonly field: string }): string {
  const value = valueOfField(json, field)
  return typeof value === 'string' ? value : ''
}

/** What clusters may have instead of their type. */
export const OVERRIDES: readonly FieldOf<'override'>[] = kinds.cluster.form
  .flat()
  .filter((field) => field.control === 'override')
