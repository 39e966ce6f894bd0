'use client'

import { Dialog } from '#components/ui/dialog.tsx'
import { Preview } from './preview.tsx'
import type { PreviewedEdit } from './previewed-edit.ts'

export function PreviewedDialog({
  title,
  description,
  edit,
  onClose,
}: {
  title: string
  description: string
  edit: PreviewedEdit
  onClose: () => void
}) {
  return (
    <Dialog wide open onOpenChange={onClose} title={title} description={description}>
      <Preview edit={edit} onCancel={onClose} />
    </Dialog>
  )
}
