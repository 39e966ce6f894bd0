'use client'

import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'

/** Asks whether what was typed may stay unsaved. What becomes of it is the form's: some offer it again. */
export function LeaveDialog({
  unsaved,
  onStay,
  onLeave,
}: {
  unsaved: string
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
          What you changed here is not saved: <strong>{unsaved}</strong>.
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
