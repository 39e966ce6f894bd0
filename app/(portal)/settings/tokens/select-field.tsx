import { FormField, type FormFieldProps } from '#components/object-form/form-field.tsx'
import { Select } from '#components/ui/input.tsx'

export function SelectField({
  value,
  choices,
  onChange,
  ...field
}: FormFieldProps & {
  value: string
  choices: readonly (readonly [value: string, text: string])[]
  onChange: (value: string) => void
}) {
  return (
    <FormField {...field}>
      {(described) => (
        <Select {...described} value={value} onChange={({ target }) => onChange(target.value)}>
          {choices.map(([choice, text]) => (
            <option key={choice} value={choice}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </FormField>
  )
}
