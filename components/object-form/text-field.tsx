import { classNames } from '#components/ui/class-names.ts'
import { Input } from '#components/ui/input.tsx'
import { FormField, type FormFieldProps } from './form-field.tsx'

export function TextField({
  value,
  onChange,
  mono = false,
  multiline = false,
  rows = 3,
  readOnly = false,
  placeholder,
  ...field
}: FormFieldProps & {
  value: string
  onChange: (value: string) => void
  mono?: boolean
  multiline?: boolean
  rows?: number
  readOnly?: boolean
  placeholder?: string
}) {
  return (
    <FormField {...field}>
      {(described) => {
        const props = {
          ...described,
          value,
          readOnly,
          placeholder,
          spellCheck: !mono,
          autoComplete: 'off',
          onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
        }
        return multiline ? (
          <textarea
            {...props}
            rows={rows}
            className={classNames(
              'block w-full rounded-md border border-edge bg-surface px-2.5 py-1.5 text-sm placeholder:text-muted placeholder:italic aria-invalid:border-bad',
              mono && 'font-mono text-xs leading-5',
            )}
          />
        ) : (
          <Input
            {...props}
            className={classNames(
              mono && 'font-mono text-xs',
              readOnly && 'border-line bg-sunken text-muted',
            )}
          />
        )
      }}
    </FormField>
  )
}
