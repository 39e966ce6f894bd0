import type { ReactNode } from 'react'
import type { FieldReasons } from '#components/api.ts'
import { classNames } from '#components/ui/class-names.ts'
import { errorId } from '#components/ui/field.tsx'
import { Input, Select } from '#components/ui/input.tsx'
import { FieldErrors } from './field-errors.tsx'

type Described = {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

/** A label, its control, what to know about it, and what is wrong with it. */
function FormField({
  id,
  label,
  hint,
  reasons,
  className,
  children,
}: {
  id: string
  label: string
  hint?: ReactNode
  reasons: FieldReasons
  className?: string
  children: (described: Described) => ReactNode
}) {
  const errors = Object.values(reasons).flat()
  const hintId = `${id}-hint`
  const describedBy = classNames(hint !== undefined && hintId, errors.length > 0 && errorId(id))
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': errors.length > 0,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
      })}
      {hint !== undefined && (
        <p id={hintId} className="mt-1 text-xs text-muted">
          {hint}
        </p>
      )}
      <FieldErrors id={id} errors={errors} />
    </div>
  )
}

export function TextField({
  value,
  onChange,
  mono = false,
  multiline = false,
  readOnly = false,
  placeholder,
  ...field
}: {
  id: string
  label: string
  hint?: ReactNode
  reasons: FieldReasons
  value: string
  onChange: (value: string) => void
  mono?: boolean
  multiline?: boolean
  readOnly?: boolean
  placeholder?: string
  className?: string
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
            rows={3}
            className={classNames(
              'block w-full rounded-md border border-edge bg-surface px-2.5 py-1.5 text-sm placeholder:text-muted aria-invalid:border-bad',
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

export function SelectField({
  value,
  onChange,
  choices,
  ...field
}: {
  id: string
  label: string
  hint?: ReactNode
  reasons: FieldReasons
  value: string
  onChange: (value: string) => void
  /** Values and the words for them. */
  choices: readonly (readonly [string, string])[]
  className?: string
}) {
  return (
    <FormField {...field}>
      {(described) => (
        <Select {...described} value={value} onChange={(event) => onChange(event.target.value)}>
          {choices.map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </Select>
      )}
    </FormField>
  )
}
