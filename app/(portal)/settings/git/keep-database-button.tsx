'use client'

import { useState } from 'react'
import { askedNumbers } from '#components/impact/confirm-fields.tsx'
import { TypedDialog } from '#components/impact/typed-dialog.tsx'
import { useUnseenSave } from '#components/object-form/use-unseen-save.ts'
import { Button } from '#components/ui/button.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { keepDatabase } from '../actions.ts'

type Files = { readonly added: number; readonly removed: number; readonly modified: number }

/** Has the exact number of removed files typed before Git is made equal to the database. */
export function KeepDatabaseButton({
  label,
  digest,
  files,
}: {
  label: string
  digest: string
  files: Files
}) {
  const [isOpen, setIsOpen] = useState(false)
  const removed = files.removed === 0 ? null : files.removed
  const { refused, isSending, send } = useUnseenSave(keepDatabase, () => setIsOpen(false))
  const { added, modified } = files
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{label}…</Button>
      <TypedDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={label}
        description={`In Git ${counted(files.removed, 'file')} are removed, ${counted(added, 'file')} added and ${counted(modified, 'file')} changed. Clusters follow at once. What only Git knew is lost.`}
        asked={askedNumbers({ confirmRemovals: removed, confirmChanges: null }, 'file')}
        action={isSending ? 'Deciding…' : label}
        isBusy={isSending}
        problem={refused?.message}
        onConfirm={() => send({ impact: digest, confirmRemovals: removed })}
      />
    </>
  )
}
