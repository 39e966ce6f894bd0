import { Select } from '#components/ui/input.tsx'
import { FormField, type FormFieldProps } from './form-field.tsx'

export function SelectField<V extends string>({
  value,
  choices,
  onChange,
  ...field
}: FormFieldProps & {
  value: V
  choices: readonly (readonly [value: V, text: string])[]
  onChange: (value: V) => void
}) {
  return (
    <FormField {...field}>
      {(described) => (
        <Select
          {...described}
          value={value}
          onChange={({ target }) => onChange(choices[target.selectedIndex]![0])}
        >
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
