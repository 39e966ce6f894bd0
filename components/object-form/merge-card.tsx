'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { MergeConflict, ThreeWay } from '#lib/domain/objects/three-way.ts'
import type { FormSpec, FormValues } from './form-spec.ts'
import { MergeConflictRow, type Side } from './merge-conflict-row.tsx'
import { changedFields, mergeValues } from './merge-values.ts'

const keyOf = ({ path }: MergeConflict) => path.join('.')

/** Two edits of one object: what merges by itself is said, and what both changed is chosen. Nothing is saved by it. */
export function MergeCard({
  states,
  labels,
  onGoOn,
}: {
  states: ThreeWay<FormValues>
  labels: FormSpec['labels']
  onGoOn: (values: FormValues) => void
}) {
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({})
  const { conflicts, valuesWith } = mergeValues(states)
  const theirs = conflicts.filter((conflict) => sides[keyOf(conflict)] === 'theirs')
  const isSettled = conflicts.every((conflict) => keyOf(conflict) in sides)
  return (
    <section aria-label="Merge" className="mb-4 rounded-lg border bg-surface">
      <MergedFields states={states} conflicts={conflicts} labels={labels} />
      {conflicts.length > 0 && (
        <ul className="divide-y border-t">
          {conflicts.map((conflict) => (
            <MergeConflictRow
              key={keyOf(conflict)}
              name={nameOf(conflict, labels)}
              conflict={conflict}
              side={sides[keyOf(conflict)] ?? null}
              onChoose={(side) => setSides({ ...sides, [keyOf(conflict)]: side })}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2 border-t px-4 py-3">
        <p className="mr-auto text-xs text-muted">
          {isSettled
            ? 'The merged text is previewed before anything is saved.'
            : 'Choose for each of them, or overwrite all.'}
        </p>
        <Button look="quiet" onClick={() => onGoOn(states.theirs)}>
          Discard mine
        </Button>
        <Button look="quiet" onClick={() => onGoOn(states.mine)}>
          Overwrite theirs
        </Button>
        <Button look="primary" disabled={!isSettled} onClick={() => onGoOn(valuesWith(theirs))}>
          Merge
        </Button>
      </div>
    </section>
  )
}

function MergedFields({
  states: { base, theirs, mine },
  conflicts,
  labels,
}: {
  states: ThreeWay<FormValues>
  conflicts: readonly MergeConflict[]
  labels: FormSpec['labels']
}) {
  const named = (fields: readonly string[]) =>
    fields
      .filter((field) => !conflicts.some(({ path }) => path.length === 1 && path[0] === field))
      .map((field) => labels[field] ?? field)
      .join(', ')
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 px-4 py-3">
      <dt className="text-muted">Changed by them</dt>
      <dd>{named(changedFields(base, theirs)) || 'nothing else that this form shows'}</dd>
      <dt className="text-muted">Changed by you</dt>
      <dd>{named(changedFields(base, mine)) || 'nothing else'}</dd>
    </dl>
  )
}

function nameOf({ path: [field, label] }: MergeConflict, labels: FormSpec['labels']): string {
  return label === undefined ? (labels[field!] ?? field!) : `label ${label}`
}
