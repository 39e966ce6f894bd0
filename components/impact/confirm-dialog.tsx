'use client'

import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import { type ConfirmText, askedNumbers } from './confirm-fields.tsx'
import { ImpactHeader } from './impact-header.tsx'
import { TypedDialog } from './typed-dialog.tsx'

/** An effect of an edit that numbers don't show, and what must be typed to confirm it. */
export type Gravity = { readonly text: string; readonly asked: ConfirmText }

/** Asks for the exact numbers of a large edit, or for what makes a small one grave, before it is saved. */
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
  /** The same as on the button that opened the dialog. */
  action: string
  /** Kind and name: `policy app1_to_east`. */
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
