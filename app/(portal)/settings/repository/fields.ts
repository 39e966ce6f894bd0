import type { FieldReasons } from '#components/api.ts'
import type { SettingsValues } from './settings-values.ts'

export type FieldsProps = {
  readonly values: SettingsValues
  readonly change: (edit: Partial<SettingsValues>) => void
  readonly reasons: FieldReasons
}

/** What is wrong with one field. */
export function reasonsOf(reasons: FieldReasons, field: string): FieldReasons {
  return { [field]: reasons[field] ?? [] }
}
