import type { ReactNode } from 'react'
import type { FieldReasons } from '#components/api.ts'
import { classNames } from '#components/ui/class-names.ts'
import { errorId } from '#components/ui/field.tsx'
import { FieldErrors } from './field-errors.tsx'

type Described = {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-required': boolean | undefined
  readonly 'aria-describedby': string | undefined
}

export type FormFieldProps = {
  readonly id: string
  readonly label: string
  readonly hint?: ReactNode
  readonly reasons: FieldReasons
  readonly required?: boolean
}

export function FormField({
  id,
  label,
  hint,
  reasons,
  required,
  children,
}: FormFieldProps & { children: (described: Described) => ReactNode }) {
  const errors = Object.values(reasons).flat()
  const hintId = `${id}-hint`
  const describedBy = classNames(hint !== undefined && hintId, errors.length > 0 && errorId(id))
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': errors.length > 0,
        'aria-required': required,
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
