'use client'

import type { FieldReasons } from '#components/api.ts'
import { TextField } from '#components/object-form/text-field.tsx'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'

/** Why somebody edits, which a guard rule may require. */
export function ReasonField({
  id,
  impact,
  isNeeded = false,
  reasons,
  value,
  onChange,
}: {
  id: string
  /** Whether it is needed even where no guard rule requires it. */
  isNeeded?: boolean
  /** Null: it isn't known yet. */
  impact: ImpactAnswer | null
  reasons: FieldReasons
  value: string
  onChange: (reason: string) => void
}) {
  const rule = impact?.guards.find(({ asks }) => asks === 'reason')?.rule
  const need =
    rule === undefined ? (isNeeded ? '' : ' Optional.') : ` The guard rule ${rule} requires it.`
  return (
    <TextField
      {...{ id, reasons, value, onChange }}
      label="Reason"
      hint={`Why, for whoever reads the history or Git.${need}`}
      required={isNeeded || rule !== undefined}
    />
  )
}

/** Whether a guard rule requires a reason and there is none. */
export function lacksReason(impact: ImpactAnswer | null, reason: string): boolean {
  return impact?.reasonRequired === true && reason.trim() === ''
}
