'use client'

import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FieldReasons } from '#components/api.ts'
import { FieldErrors } from '#components/object-form/field-errors.tsx'
import { RemoveButton } from '#components/object-form/remove-button.tsx'
import { Button } from '#components/ui/button.tsx'
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
  const set = (index: number, row: LabelRow) =>
    onChange(rows.map((other, at) => (at === index ? row : other)))
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{legend}</legend>
      <p className="mb-2 text-xs text-muted">{hint}</p>
      {derived.length > 0 && (
        <p className="mb-2 flex flex-wrap items-center gap-1 text-xs text-muted">
          Always there:
          {derived.map((label) => (
            <Chip key={label}>{label}</Chip>
          ))}
        </p>
      )}
      <ul className="space-y-2">
        {rows.map((row, index) => (
          <Row
            // oxlint-disable-next-line react/no-array-index-key -- a row is its place: its key and value are typed into
            key={index}
            id={`${id}-${index}`}
            name={`${noun} ${index + 1}`}
            kind={kind}
            row={row}
            errors={reasons[`${id}.${row.key}`] ?? []}
            onChange={(row) => set(index, row)}
            onRemove={() => onChange(rows.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      <FieldErrors id={id} errors={reasons[id] ?? []} />
      <Button look="quiet" className="mt-1 px-2" onClick={() => onChange([...rows, EMPTY_ROW])}>
        <Plus aria-hidden className="size-4" />
        Add a {noun}
      </Button>
    </fieldset>
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
}: {
  id: string
  name: string
  kind: LabelledKind | null
  row: LabelRow
  errors: readonly string[]
  onChange: (row: LabelRow) => void
  onRemove: () => void
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
