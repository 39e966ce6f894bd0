'use client'

import { useState } from 'react'
import { problemWords } from '#components/impact/problem-words.ts'
import { FieldErrors } from '#components/object-form/field-errors.tsx'
import { useUnseenSave } from '#components/object-form/use-unseen-save.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { revokeToken } from '../actions.ts'

export function RevokeToken({ id, name }: { id: string; name: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const { refused, isSending, send } = useUnseenSave(revokeToken, () => setIsOpen(false))
  return (
    <>
      <Button look="quiet" aria-label={`Revoke ${name}`} onClick={() => setIsOpen(true)}>
        Revoke
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={`Revoke ${name}`}
        description="Whatever uses it is refused from now on, and so is what was made with it. It can’t be taken back."
        initialFocus="[data-cancel]"
      >
        <div role="alert">
          {refused && <FieldErrors id="revoke" errors={[problemWords(refused)]} />}
        </div>
        <div className="mt-2 flex justify-end gap-2">
          <Button data-cancel onClick={() => setIsOpen(false)}>
            Cancel
          </Button>
          <Button look="primary" disabled={isSending} onClick={() => send({ id })}>
            {isSending ? 'Revoking…' : 'Revoke'}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
