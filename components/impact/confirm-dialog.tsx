'use client'

import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import type { SaveRequest } from '#lib/schemas/save-request.ts'
import { useConfirmation } from './confirm-fields.tsx'
import { ImpactHeader } from './impact-header.tsx'

/** Asks for the exact numbers of a large edit before it is saved. */
export function ConfirmDialog({
  open,
  onOpenChange,
  action,
  object,
  impact,
  onConfirm,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** As on the button that led here. */
  action: string
  /** Of what kind and name: `policy app1_to_east`. */
  object: string
  impact: ImpactAnswer
  onConfirm: (numbers: Pick<SaveRequest, 'confirmRemovals' | 'confirmChanges'>) => void
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`${action} ${object}`}
      description="This is a large change."
      initialFocus="input"
    >
      <div className="mb-4 shrink-0 rounded-lg border *:border-b-0">
        <ImpactHeader impact={impact} />
      </div>
      <Numbers {...{ action, impact, onConfirm }} onCancel={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Numbers({
  action,
  impact,
  onCancel,
  onConfirm,
}: {
  action: string
  impact: ImpactAnswer
  onCancel: () => void
  onConfirm: (numbers: Pick<SaveRequest, 'confirmRemovals' | 'confirmChanges'>) => void
}) {
  const { isConfirmed, numbers, fields } = useConfirmation(impact)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isConfirmed) onConfirm(numbers)
      }}
    >
      {fields}
      <div className="mt-2 flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" disabled={!isConfirmed}>
          {action}
        </Button>
      </div>
    </form>
  )
}
