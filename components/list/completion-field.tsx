'use client'

import { lazy, startTransition, Suspense, useRef, useState } from 'react'
import {
  completionAttributes,
  type CompletionField as Field,
} from '#components/completion/completion-attributes.ts'
import { nameSuggestions } from '#components/completion/object-suggestions.ts'
import { Input } from '#components/ui/input.tsx'
import type { Kind } from '#lib/domain/objects/kinds.ts'

// A tenth of a list's page, and most lists are read without it.
const CompletionInput = lazy(async () => {
  const { CompletionInput } = await import('#components/completion/completion-input.tsx')
  return { default: CompletionInput }
})

/** What the field is to screen readers, before it suggests anything, too. */
const CLOSED = { role: 'combobox', 'aria-expanded': false, 'aria-autocomplete': 'list' } as const

/**
 * A field of a filter form that suggests existing names, from when it has the focus. Enter submits the form, as in the other
 * fields.
 */
export function CompletionField({
  kind,
  defaultValue,
  ...names
}: Omit<Field, 'placeholder'> & { kind: Kind; defaultValue: string }) {
  const [text, setText] = useState(defaultValue)
  const [suggests, setSuggests] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const field = { ...names, placeholder: 'Whole name' }
  return (
    <div ref={place}>
      <Suspense>
        {suggests ? (
          <CompletionInput
            {...field}
            takesFocus
            source={nameSuggestions(kind)}
            value={text}
            wasTyped={text !== defaultValue}
            onType={setText}
            onChoose={(chosen) => {
              if (chosen === text) place.current?.closest('form')?.requestSubmit()
              else setText(chosen)
            }}
          />
        ) : (
          <Input
            {...completionAttributes(field)}
            {...CLOSED}
            value={text}
            onChange={(event) => setText(event.target.value)}
            // A transition: the field stays as it is until the other one is here.
            onFocus={() => startTransition(() => setSuggests(true))}
            onBlur={() => setSuggests(false)}
          />
        )}
      </Suspense>
    </div>
  )
}
