import type { FieldReasons } from '#components/api.ts'
import { TextField } from './text-field.tsx'

export function NameField({
  isNew,
  hint = 'Lower-case letters, digits and -.',
  ...field
}: {
  id: string
  isNew: boolean
  hint?: string
  placeholder: string
  reasons: FieldReasons
  value: string
  onChange: (value: string) => void
}) {
  return (
    <TextField
      {...field}
      label="Name"
      hint={isNew ? hint : 'Names never change.'}
      readOnly={!isNew}
      mono
    />
  )
}
