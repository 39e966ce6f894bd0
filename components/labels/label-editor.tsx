'use client'

import type { ReactNode } from 'react'
import type { FieldReasons } from '#components/api.ts'
import { FieldErrors } from '#components/object-form/field-errors.tsx'
import { RemoveButton } from '#components/object-form/remove-button.tsx'
import { type RowProps, RowsField } from '#components/object-form/rows-field.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { errorId } from '#components/ui/field.tsx'
import { CompletionInput } from '#components/completion/completion-input.tsx'
import type { LabelledKind } from '#lib/domain/objects/kinds.ts'
import type { LabelRow } from './label-rows.ts'
import { labelSuggestions } from './label-suggestions.ts'

const EMPTY_ROW: LabelRow = { key: '', value: '' }

/** Keys and values, a row each. */
export function LabelEditor({
  id,
  legend,
  hint,
  noun,
  kind,
  derived = [],
  value: rows,
  onChange,
  reasons,
}: {
  /** The path of the field, with which the keys of `reasons` begin. */
  id: string
  legend: string
  hint: ReactNode
  /** The word for a row: `label`. */
  noun: string
  /** The kind of object whose labels are suggested; null: these are no labels. */
  kind: LabelledKind | null
  /** Labels that follow from other fields. */
  derived?: readonly string[]
  value: readonly LabelRow[]
  onChange: (value: readonly LabelRow[]) => void
  reasons: FieldReasons
}) {
  return (
    <RowsField
      {...{ id, legend, hint, noun, onChange, reasons }}
      note={derived.length > 0 && <Derived labels={derived} />}
      empty={EMPTY_ROW}
      value={rows}
    >
      {(props) => (
        <Row
          {...props}
          id={`${id}-${props.index}`}
          name={`${noun} ${props.index + 1}`}
          kind={kind}
          errors={reasons[`${id}.${props.row.key}`] ?? []}
        />
      )}
    </RowsField>
  )
}

function Derived({ labels }: { labels: readonly string[] }) {
  return (
    <p className="mb-2 flex flex-wrap items-center gap-1 text-xs text-muted">
      Always there:
      {labels.map((label) => (
        <Chip key={label}>{label}</Chip>
      ))}
    </p>
  )
}

function Row({
  id,
  name,
  kind,
  row: { key, value },
  errors,
  onChange,
  onRemove,
}: RowProps<LabelRow> & {
  id: string
  name: string
  kind: LabelledKind | null
  errors: readonly string[]
}) {
  const described = {
    isInvalid: errors.length > 0,
    describedBy: errors.length > 0 ? errorId(id) : undefined,
    className: 'min-w-0 flex-1',
  }
  const setKey = (key: string) => onChange({ key: key.trim(), value })
  const setValue = (value: string) => onChange({ key, value: value.trim() })
  return (
    <li>
      <div className="flex items-center gap-2">
        <CompletionInput
          {...described}
          source={kind && labelSuggestions(kind, null)}
          label={`Key of ${name}`}
          value={key}
          placeholder="key"
          onType={setKey}
          onChoose={setKey}
        />
        <span aria-hidden className="text-muted">
          =
        </span>
        <CompletionInput
          {...described}
          source={kind && labelSuggestions(kind, key)}
          label={`Value of ${name}`}
          value={value}
          placeholder="value"
          onType={setValue}
          onChoose={setValue}
        />
        <RemoveButton label={`Remove ${key === '' ? name : key}`} onClick={onRemove} />
      </div>
      <FieldErrors id={id} errors={errors} />
    </li>
  )
}
