'use client'

import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { CompletionField } from '#components/completion/completion-attributes.ts'
import { CompletionInput } from '#components/completion/completion-input.tsx'
import { labelSuggestions } from '#components/labels/label-suggestions.ts'
import type { LabelledKind } from '#lib/domain/objects/kinds.ts'
import { type SelectorRow, takesOneValue, withTypedValue } from './selector-rows.ts'

/** Values as chips, with a field for the next one where there may be more. */
export function ValueChips({
  row,
  label,
  kind,
  onChange,
  ...field
}: Pick<CompletionField, 'id' | 'describedBy'> & {
  row: SelectorRow
  label: string
  kind: LabelledKind
  onChange: (row: SelectorRow) => void
  isInvalid: boolean
}) {
  const { key, operator, values, typed } = row
  const finish = (typed: string) => onChange(withTypedValue({ ...row, typed }))
  const leave = useAfterLeaving(() => typed !== '' && finish(typed))
  const choose = (text: string) => {
    if (text !== '') finish(text)
    else if (!values.includes('')) onChange({ ...row, values: [...values, ''], typed: '' })
  }
  const isFull = takesOneValue(operator) && values.length > 0
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1">
      {values.map((value) => (
        <ValueChip
          key={value}
          value={value}
          onRemove={() => onChange({ ...row, values: values.filter((other) => other !== value) })}
        />
      ))}
      {!isFull && (
        <CompletionInput
          {...field}
          label={label}
          source={labelSuggestions(kind, key)}
          value={typed}
          without={values}
          placeholder={values.length === 0 ? 'value' : 'and…'}
          isInvalid={field.isInvalid && values.length === 0}
          className="min-w-24 flex-1"
          onType={(text) =>
            text.endsWith(',') ? finish(text.slice(0, -1)) : onChange({ ...row, typed: text })
          }
          onChoose={choose}
          onLeave={leave}
          onBackspaceInEmpty={() => onChange({ ...row, values: values.slice(0, -1) })}
        />
      )}
    </div>
  )
}

/**
 * Acts once the field has lost the focus and the key or mouse button that took it is released: a click misses an element that
 * moves between press and release.
 */
function useAfterLeaving(act: () => unknown): () => void {
  const [hasLeft, setHasLeft] = useState(false)
  const actLatest = useEffectEvent(act)
  useEffect(() => {
    if (!hasLeft) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // Later than the click, which follows the release.
    const onRelease = () => {
      timer = setTimeout(() => {
        setHasLeft(false)
        actLatest()
      })
    }
    const listening = new AbortController()
    const options = { capture: true, once: true, signal: listening.signal }
    window.addEventListener('mouseup', onRelease, options)
    window.addEventListener('keyup', onRelease, options)
    return () => {
      listening.abort()
      clearTimeout(timer)
    }
  }, [hasLeft])
  return () => setHasLeft(true)
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
