'use client'

import { useRef, useState } from 'react'
import { CompletionInput } from '#components/completion/completion-input.tsx'
import { nameSuggestions } from '#components/completion/object-suggestions.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'

/** A field of a filter form that suggests existing names. Enter submits the form, as in the other fields. */
export function CompletionField({
  kind,
  label,
  defaultValue,
  ...field
}: {
  id: string
  name: string
  label: string
  kind: Kind
  defaultValue: string
  isInvalid: boolean
  describedBy: string | undefined
}) {
  const [text, setText] = useState(defaultValue)
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place}>
      <CompletionInput
        {...field}
        label={label}
        source={nameSuggestions(kind)}
        value={text}
        placeholder="Whole name"
        onType={setText}
        onChoose={(chosen) => {
          if (chosen === text) place.current?.closest('form')?.requestSubmit()
          else setText(chosen)
        }}
      />
    </div>
  )
}
