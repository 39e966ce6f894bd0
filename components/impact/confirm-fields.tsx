'use client'

import { useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'

/** A text that somebody must type before something is done. */
export type ConfirmText = { readonly id: string; readonly label: string; readonly text: string }

type Confirmed = Pick<ImpactAnswer, 'confirmRemovals' | 'confirmChanges'> &
  Partial<Pick<ImpactAnswer, 'placements'>>

/** The numbers that confirm a large edit. `removed` is what the removals count. */
export function askedNumbers(
  impact: Confirmed,
  removed: 'placement' | 'file' = 'placement',
): ConfirmText[] {
  const { confirmRemovals, confirmChanges } = impact
  return [
    ...askedNumber('confirm-removals', confirmRemovals, 'remove', removed),
    ...askedNumber('confirm-changes', confirmChanges, 'change', ...changedBy(impact)),
  ]
}

/** Clusters that become others by their type count beside the placements. */
function changedBy({ confirmChanges, placements }: Confirmed): [one: string, many?: string] {
  if (!placements || placements.changed === confirmChanges) return ['placement']
  return placements.changed === 0 ? ['cluster'] : ['placement', 'placements and clusters']
}

function askedNumber(
  id: string,
  count: number | null,
  verb: string,
  one: string,
  many?: string,
): ConfirmText[] {
  if (count === null) return []
  const what = count === 1 ? `the ${one}` : counted(count, one, many)
  return [{ id, label: `Type ${count} to ${verb} ${what}`, text: String(count) }]
}

/** Asks for the number of clusters where somebody must do something by hand afterwards. */
export function askedClusters(clusters: number): ConfirmText {
  return { id: 'confirm-clusters', label: `Type ${clusters} to go on`, text: String(clusters) }
}

/** A field for each text, and whether all of them have been typed. */
export function useTyped(asked: readonly ConfirmText[]) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  return {
    isTyped: asked.every(({ id, text }) => typed[id]?.trim() === text),
    fields: asked.map(({ id, label, text }) => (
      <Field key={id} id={id} label={label} className="mb-3">
        <Input
          id={id}
          inputMode={/^\d+$/.test(text) ? 'numeric' : 'text'}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
          value={typed[id] ?? ''}
          onChange={({ target }) => setTyped((known) => ({ ...known, [id]: target.value }))}
        />
      </Field>
    )),
  }
}
