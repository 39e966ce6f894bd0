'use client'

import { CompletionInput } from '#components/completion/completion-input.tsx'
import { labelSuggestions } from '#components/labels/label-suggestions.ts'
import { Chip } from '#components/ui/chip.tsx'
import { Select } from '#components/ui/input.tsx'
import type { LabelledKind } from '#lib/domain/objects/kinds.ts'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import { type KeyChange, presence } from './label-changes.ts'

type Share = NonNullable<ImpactAnswer['selection']>['labels'][number]

const VALUES_SHOWN = 3

/** A key that some of the objects have, with their values, and what becomes of it. */
export function KeyRow({
  kind,
  share: { key, values, valuesTotal, objects: having },
  objects,
  change,
  onChange,
}: {
  kind: LabelledKind
  share: Share
  objects: number
  /** Absent: it is kept. */
  change: KeyChange | undefined
  onChange: (change: KeyChange | undefined) => void
}) {
  const shown = values.slice(0, VALUES_SHOWN)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_7.5rem_minmax(0,11rem)] items-center gap-2 px-3 py-2">
      <div className="min-w-0">
        <Chip>{key}</Chip> <span className="text-xs text-muted">{presence(having, objects)}</span>
        <p className="mt-0.5 text-xs break-words text-muted">
          {valuesTotal > 1 && 'Mixed: '}
          {shown.map(({ value, objects }) => valueText(value, objects, valuesTotal)).join(', ')}
          {valuesTotal > shown.length && `, ${valuesTotal - shown.length} more`}
        </p>
      </div>
      <Select
        aria-label={`What becomes of ${key}`}
        value={change?.does ?? 'keep'}
        onChange={({ target }) => onChange(changeOf(target.value, values[0]?.value ?? ''))}
      >
        <option value="keep">Keep</option>
        <option value="set">Set to</option>
        <option value="remove">Remove</option>
      </Select>
      {change?.does === 'set' && (
        <CompletionInput
          source={labelSuggestions(kind, key)}
          label={`Value of ${key}`}
          value={change.value}
          placeholder="(empty)"
          onType={(value) => onChange({ does: 'set', value: value.trim() })}
          onChoose={(value) => onChange({ does: 'set', value: value.trim() })}
        />
      )}
    </li>
  )
}

function valueText(value: string, objects: number, values: number): string {
  const text = value === '' ? '(empty)' : value
  return values === 1 ? text : `${text} (${objects.toLocaleString('en')})`
}

/** A key is first set to its most common value. */
function changeOf(does: string, common: string): KeyChange | undefined {
  if (does === 'set') return { does, value: common }
  return does === 'remove' ? { does } : undefined
}
