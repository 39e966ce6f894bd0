'use client'

import { X } from 'lucide-react'
import { useState } from 'react'
import { CompletionInput } from '#components/completion/completion-input.tsx'
import { type LabelKind, labelSuggestions } from '#components/labels/label-suggestions.ts'

/** Values as chips, with a field for the next one where there may be more. */
export function ValueChips({
  values,
  single,
  label,
  kind,
  labelKey,
  onChange,
  isInvalid,
}: {
  values: readonly string[]
  single: boolean
  label: string
  kind: LabelKind
  labelKey: string
  onChange: (values: readonly string[]) => void
  isInvalid: boolean
}) {
  const [typed, setTyped] = useState('')
  const add = (text: string) => {
    setTyped('')
    onChange([...new Set([...values, ...text.split(',').map((value) => value.trim())])])
  }
  const addTyped = () => {
    if (typed.trim() !== '') add(typed)
  }
  const isFull = single && values.length > 0
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1">
      {values.map((value) => (
        <ValueChip
          key={value}
          value={value}
          onRemove={() => onChange(values.filter((other) => other !== value))}
        />
      ))}
      {!isFull && (
        <CompletionInput
          label={label}
          source={labelSuggestions(kind, labelKey)}
          value={typed}
          without={values}
          placeholder={values.length === 0 ? 'value' : 'and…'}
          isInvalid={isInvalid && values.length === 0}
          className="min-w-24 flex-1"
          onType={(text) => (text.endsWith(',') ? add(text.slice(0, -1)) : setTyped(text))}
          onChoose={(text) =>
            text === '' && typed === '' && values.includes('') ? null : add(text)
          }
          onLeave={addTyped}
          onBackspaceInEmpty={() => onChange(values.slice(0, -1))}
        />
      )}
    </div>
  )
}

function ValueChip({ value, onRemove }: { value: string; onRemove: () => void }) {
  return (
    <span className="inline-flex h-8 max-w-full items-center gap-1 rounded border bg-sunken pl-2 font-mono text-xs">
      <span className="truncate">{value === '' ? '(empty)' : value}</span>
      <button
        type="button"
        aria-label={`Remove ${value === '' ? 'the empty value' : value}`}
        onClick={onRemove}
        className="inline-flex size-6 items-center justify-center rounded text-muted hover:text-ink"
      >
        <X aria-hidden className="size-3" />
      </button>
    </span>
  )
}
