'use client'

import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import { type ConfirmText, askedNumbers } from './confirm-fields.tsx'
import { ImpactHeader } from './impact-header.tsx'
import { TypedDialog } from './typed-dialog.tsx'

/** What an edit does that no number says, and what must be typed for it. */
export type Gravity = { readonly text: string; readonly asked: ConfirmText }

/** Asks for the exact numbers of a large edit, and for what makes a small one grave, before it is saved. */
export function ConfirmDialog({
  open,
  onOpenChange,
  action,
  object,
  impact,
  gravity,
  onConfirm,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** As on the button that led here. */
  action: string
  /** Of what kind and name: `policy app1_to_east`. */
  object: string
  impact: ImpactAnswer
  gravity: Gravity | null
  onConfirm: () => void
}) {
  const numbers = askedNumbers(impact)
  const large = numbers.length > 0 ? ['This is a large change.'] : []
  return (
    <TypedDialog
      {...{ open, onOpenChange, action, onConfirm }}
      title={`${action} ${object}`}
      description={[...large, ...(gravity ? [gravity.text] : [])].join(' ')}
      asked={[...numbers, ...(gravity ? [gravity.asked] : [])]}
    >
      <div className="mb-4 shrink-0 rounded-lg border *:border-b-0">
        <ImpactHeader impact={impact} />
      </div>
    </TypedDialog>
  )
}
