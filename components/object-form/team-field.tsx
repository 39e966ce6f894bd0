'use client'

import { CompletionInput } from '#components/completion/completion-input.tsx'
import { FormField, type FormFieldProps } from './form-field.tsx'
import { teamSuggestions, type WritableTeams } from './team-suggestions.ts'

/** A team's name, suggested for any part of it. */
export function TeamField({
  teams,
  value,
  onChange,
  placeholder,
  ...field
}: FormFieldProps & {
  teams: WritableTeams
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
          source={teamSuggestions(teams)}
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
