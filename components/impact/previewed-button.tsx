'use client'

import type { LucideIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { type PreviewedEdit, PREVIEWED_VERBS } from './previewed-edit.ts'

// As large as half of the page around it.
const PreviewedDialog = lazy(async () => {
  const { PreviewedDialog } = await import('./previewed-dialog.tsx')
  return { default: PreviewedDialog }
})

/** Does something that needs nothing but a look at what it does, such as deleting. */
export function PreviewedButton({
  icon: Icon,
  label,
  title,
  description,
  edit,
}: {
  icon: LucideIcon
  /** Absent: what the dialog's own button says. */
  label?: string
  title: string
  description: string
  edit: PreviewedEdit
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Icon aria-hidden className="size-4" />
        {label ?? PREVIEWED_VERBS[edit.verb].label}
      </Button>
      {isOpen && (
        <Suspense>
          <PreviewedDialog
            title={title}
            description={description}
            edit={edit}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
