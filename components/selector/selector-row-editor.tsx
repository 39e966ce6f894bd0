'use client'

import { CompletionInput } from '#components/completion/completion-input.tsx'
import { labelSuggestions } from '#components/labels/label-suggestions.ts'
import { RemoveButton } from '#components/object-form/remove-button.tsx'
import { Select } from '#components/ui/input.tsx'
import type { Operator } from '#lib/domain/labels/selector.ts'
import type { LabelledKind } from '#lib/domain/objects/kinds.ts'
import {
  matchesWithoutKey,
  type SelectorRow,
  takesOneValue,
  takesValues,
  withTypedValue,
} from './selector-rows.ts'
import { ValueChips } from './value-chips.tsx'

const OPERATORS: readonly (readonly [Operator, string])[] = [
  ['=', '= is'],
  ['!=', '≠ is not'],
  ['in', 'in'],
  ['notin', 'not in'],
  ['exists', 'exists'],
  ['!exists', 'doesn’t exist'],
]

export function SelectorRowEditor({
  row,
  name,
  kind,
  isInvalid,
  onChange,
  onRemove,
}: {
  row: SelectorRow
  /** The name of the row for screen readers. */
  name: string
  kind: LabelledKind
  isInvalid: boolean
  onChange: (row: SelectorRow) => void
  onRemove: () => void
}) {
  const { key, operator } = row
  return (
    <li className="rounded-md border bg-canvas p-2">
      <div className="flex flex-wrap items-start gap-2">
        <CompletionInput
          label={`Key of ${name}`}
          source={labelSuggestions(kind, null)}
          value={key}
          placeholder="label key"
          isInvalid={isInvalid && key === ''}
          className="w-full sm:w-40"
          onType={(key) => onChange({ ...row, key: key.trim() })}
          onChoose={(key) => onChange({ ...row, key: key.trim() })}
        />
        <Select
          aria-label={`Operator of ${name}`}
          value={operator}
          className="w-36!"
          onChange={(event) => onChange(withOperator(row, event.target.value))}
        >
          {OPERATORS.map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </Select>
        {takesValues(operator) && (
          <ValueChips
            row={row}
            label={`Value of ${name}`}
            kind={kind}
            isInvalid={isInvalid}
            onChange={onChange}
          />
        )}
        <RemoveButton label={`Remove ${name}`} onClick={onRemove} />
      </div>
      {matchesWithoutKey(operator) && <WithoutKeyNote kind={kind} labelKey={key} />}
    </li>
  )
}

function WithoutKeyNote({ kind, labelKey }: { kind: LabelledKind; labelKey: string }) {
  return (
    <p className="mt-1.5 text-xs text-warn">
      Also matches {kind === 'cluster' ? 'clusters' : 'applications'} without the label{' '}
      {labelKey !== '' && <code>{labelKey} </code>}at all.
    </p>
  )
}

/** Keeps the values that fit the operator: one for `=`, none for `exists`. */
function withOperator(row: SelectorRow, text: string): SelectorRow {
  const operator = OPERATORS.find(([known]) => known === text)?.[0] ?? row.operator
  const said = withTypedValue(row)
  if (!takesValues(operator)) return { ...said, operator, values: [] }
  return {
    ...said,
    operator,
    values: said.values.slice(0, takesOneValue(operator) ? 1 : undefined),
  }
}
