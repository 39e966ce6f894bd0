'use client'

import { useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import type { SaveRequest } from '#lib/schemas/save-request.ts'

type Asked = Pick<ImpactAnswer, 'confirmRemovals' | 'confirmChanges'>

/** The numbers that a large edit must be confirmed with, typed by hand. */
export function useConfirmation({ confirmRemovals, confirmChanges }: Asked) {
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
            label={`Type ${confirmRemovals} to remove ${counted(confirmRemovals)}`}
            value={removals}
            onChange={setRemovals}
          />
        )}
        {confirmChanges !== null && (
          <NumberField
            id="confirm-changes"
            label={`Type ${confirmChanges} to change ${counted(confirmChanges)}`}
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

function counted(placements: number): string {
  return placements === 1 ? 'the placement' : `${placements.toLocaleString('en')} placements`
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
