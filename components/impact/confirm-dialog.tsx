'use client'

import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import type { SaveRequest } from '#lib/schemas/save-request.ts'
import { useConfirmation } from './confirm-fields.tsx'
import { sentenceOf } from './impact-header.tsx'

/** Asks for the exact numbers of a large edit before it is saved. */
export function ConfirmDialog({
  open,
  onOpenChange,
  impact,
  onConfirm,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  impact: ImpactAnswer
  onConfirm: (numbers: Pick<SaveRequest, 'confirmRemovals' | 'confirmChanges'>) => void
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="This is a large change"
      description={sentenceOf(impact)}
    >
      <Numbers impact={impact} onCancel={() => onOpenChange(false)} onConfirm={onConfirm} />
    </Dialog>
  )
}

function Numbers({
  impact,
  onCancel,
  onConfirm,
}: {
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
          Save
        </Button>
      </div>
    </form>
  )
}
