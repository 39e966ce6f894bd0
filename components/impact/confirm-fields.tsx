'use client'

import { useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import type { SaveRequest } from '#lib/schemas/save-request.ts'

type Asked = Pick<ImpactAnswer, 'confirmRemovals' | 'confirmChanges'>

/** The numbers that a large edit must be confirmed with, typed by hand. `removed` is one of what the removals count. */
export function useConfirmation(
  { confirmRemovals, confirmChanges }: Asked,
  removed: 'placement' | 'file' = 'placement',
) {
  const [removals, setRemovals] = useState('')
  const [changes, setChanges] = useState('')
  const isConfirmed = says(removals, confirmRemovals) && says(changes, confirmChanges)
  return {
    isConfirmed,
    numbers: { confirmRemovals, confirmChanges } satisfies Partial<SaveRequest>,
    fields: (
      <>
        {confirmRemovals !== null && (
          <NumberField
            id="confirm-removals"
            label={`Type ${confirmRemovals} to remove ${counted(confirmRemovals, removed)}`}
            value={removals}
            onChange={setRemovals}
          />
        )}
        {confirmChanges !== null && (
          <NumberField
            id="confirm-changes"
            label={`Type ${confirmChanges} to change ${counted(confirmChanges, 'placement')}`}
            value={changes}
            onChange={setChanges}
          />
        )}
      </>
    ),
  }
}

function says(typed: string, asked: number | null): boolean {
  return asked === null || typed.trim() === String(asked)
}

function counted(count: number, one: string): string {
  return count === 1 ? `the ${one}` : `${count.toLocaleString('en')} ${one}s`
}

function NumberField({
  id,
  label,
  value,
  onChange,
}: {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <Field id={id} label={label} className="mb-3">
      <Input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        className="font-mono"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
