'use client'

import { CompletionInput } from '#components/completion/completion-input.tsx'
import type { SuggestionSource } from '#components/completion/use-suggestions.ts'
import { FormField, type FormFieldProps } from './form-field.tsx'

/** A name that is suggested for any part of it. */
export function SuggestedField({
  source,
  value,
  onChange,
  placeholder,
  ...field
}: FormFieldProps & {
  source: SuggestionSource
  value: string
  onChange: (value: string) => void
  placeholder: string
}) {
  return (
    <FormField {...field}>
      {({ id, 'aria-invalid': isInvalid, 'aria-describedby': describedBy }) => (
        <CompletionInput
          id={id}
          label={field.label}
          source={source}
          value={value}
          placeholder={placeholder}
          isInvalid={isInvalid}
          describedBy={describedBy}
          onType={(text) => onChange(text.trim())}
          onChoose={(text) => onChange(text.trim())}
        />
      )}
    </FormField>
  )
}
