'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ask } from '#components/api.ts'
import { problemWords } from '#components/impact/problem-words.ts'
import { FieldErrors } from '#components/object-form/field-errors.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { apiPaths } from '#lib/schemas/paths.ts'
import { useAsking } from './use-asking.ts'

export function RevokeToken({ id, name }: { id: string; name: string }) {
  const router = useRouter()
  const [isOpen, setIsOpen] = useState(false)
  const { problem, isSending, send } = useAsking(
    (signal) => ask(apiPaths.token(id), { method: 'DELETE', signal }),
    () => {
      setIsOpen(false)
      router.refresh()
    },
  )
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
          {problem && <FieldErrors id="revoke" errors={[problemWords(problem)]} />}
        </div>
        <div className="mt-2 flex justify-end gap-2">
          <Button data-cancel onClick={() => setIsOpen(false)}>
            Cancel
          </Button>
          <Button look="primary" disabled={isSending} onClick={send}>
            {isSending ? 'Revoking…' : 'Revoke'}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
