'use client'

import { lazy, Suspense, useRef } from 'react'
import type { FieldReasons } from '#components/api.ts'
import type { TextRange } from '#components/code/code-field.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { errorId } from '#components/ui/field.tsx'
import { FieldErrors } from './field-errors.tsx'
import type { TypedValues } from './typed-values.ts'

const ValuesCode = lazy(async () => import('#components/values/values-code.tsx'))

/** Values of a chart, as YAML. Until the editor has loaded, they can be read. */
export function ValuesField({
  id,
  label,
  hint,
  placeholder,
  value,
  onChange,
  reasons,
}: {
  id: string
  label: string
  hint: string
  placeholder: string
  value: TypedValues
  onChange: (value: TypedValues) => void
  reasons: FieldReasons
}) {
  const takenOver = useRef<TextRange>(null)
  const errors = errorsAt(id, reasons)
  const isInvalid = errors.length > 0
  const hintId = `${id}-hint`
  return (
    <div id={id}>
      <p className="text-sm font-medium">{label}</p>
      <p id={hintId} className="mb-1 text-xs text-muted">
        {hint}
      </p>
      <div
        className={classNames(
          'max-h-96 overflow-auto rounded-md border bg-surface py-1.5 pr-2.5 font-mono text-xs leading-5 outline-offset-2 outline-accent focus-within:outline-2',
          isInvalid ? 'border-bad' : 'border-edge',
        )}
      >
        <Suspense fallback={<pre className="min-h-20 px-2.5">{value.text}</pre>}>
          <ValuesCode
            label={label}
            placeholder={placeholder}
            value={value}
            onChange={onChange}
            reasons={within(id, reasons)}
            describedBy={classNames(hintId, isInvalid && errorId(id))}
            isInvalid={isInvalid}
            takenOver={takenOver}
          />
        </Suspense>
      </div>
      <FieldErrors id={id} errors={errors} />
    </div>
  )
}

/** What is wrong, each with the keys that lead there. */
function errorsAt(id: string, reasons: FieldReasons): readonly string[] {
  return Object.entries(within(id, reasons)).flatMap(([key, messages]) =>
    messages.map((message) => (key === '' ? message : `${key}: ${message}`)),
  )
}

/** By the keys below the field; of the field itself, by nothing. */
function within(id: string, reasons: FieldReasons): FieldReasons {
  return Object.fromEntries(
    Object.entries(reasons).map(([path, messages]) => [path.slice(id.length + 1), messages]),
  )
}
