'use client'

import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'

/** Asks whether what was typed may be lost. */
export function LeaveDialog({
  lost,
  onStay,
  onLeave,
}: {
  lost: string
  onStay: () => void
  onLeave: () => void
}) {
  return (
    <Dialog
      open
      onOpenChange={onStay}
      title="Leave without saving?"
      description={
        <>
          What you changed here would be lost: <strong>{lost}</strong>.
        </>
      }
    >
      <div className="flex justify-end gap-2">
        <Button onClick={onLeave}>Leave</Button>
        <Button look="primary" onClick={onStay}>
          Stay
        </Button>
      </div>
    </Dialog>
  )
}
