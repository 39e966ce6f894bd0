'use client'

import { usePreferredZone } from '#components/preferences/preferences-provider.tsx'
import { InstantInput } from '#components/time/instant-input.tsx'
import { FormField, type FormFieldProps } from './form-field.tsx'

export function InstantField({
  value,
  onChange,
  isEnd,
  placeholder,
  ...field
}: FormFieldProps & {
  value: string
  onChange: (value: string) => void
  isEnd: boolean
  placeholder?: string
}) {
  const zone = usePreferredZone()
  return (
    <FormField {...field}>
      {({ 'aria-invalid': isInvalid, 'aria-describedby': describedBy }) => (
        <InstantInput
          id={field.id}
          label={field.label}
          value={value}
          zone={zone}
          isEnd={isEnd}
          placeholder={placeholder}
          onChange={onChange}
          isInvalid={isInvalid}
          describedBy={describedBy}
        />
      )}
    </FormField>
  )
}
