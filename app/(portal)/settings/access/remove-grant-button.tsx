'use client'

import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { problemWords } from '#components/impact/problem-words.ts'
import { FieldErrors } from '#components/object-form/field-errors.tsx'
import { useUnseenSave } from '#components/object-form/use-unseen-save.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { removeRoleGrant } from './actions.ts'

export function RemoveGrantButton({ id, name }: { id: string; name: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const { refused, isSending, send } = useUnseenSave(removeRoleGrant, () => setIsOpen(false))
  return (
    <>
      <Button
        look="quiet"
        className="px-2"
        aria-label={`Remove ${name}`}
        onClick={() => setIsOpen(true)}
      >
        <Trash2 aria-hidden className="size-4" />
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={`Take the role back from ${name}`}
        description="Whoever has it by nothing else loses it with their next request."
      >
        <div role="alert">
          {refused && <FieldErrors id="removal" errors={[problemWords(refused)]} />}
        </div>
        <div className="mt-2 flex justify-end gap-2">
          <Button onClick={() => setIsOpen(false)}>Cancel</Button>
          <Button look="primary" disabled={isSending} onClick={() => send({ id })}>
            {isSending ? 'Removing…' : 'Remove'}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
