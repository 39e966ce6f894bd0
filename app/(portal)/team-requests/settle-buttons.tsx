'use client'

import { CircleSlash, type LucideIcon, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { problemWords } from '#components/impact/problem-words.ts'
import { FieldErrors } from '#components/object-form/field-errors.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { useUnseenSave } from '#components/object-form/use-unseen-save.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import type { RefusedForm, SaveState } from '#lib/schemas/save-request.ts'
import { declineTeamRequest, withdrawTeamRequest } from './actions.ts'

export function DeclineButton({ id, name, asker }: { id: string; name: string; asker: string }) {
  const [reason, setReason] = useState('')
  return (
    <SettleButton
      icon={CircleSlash}
      label="Decline"
      title={`Decline team ${name}`}
      description={`${asker} reads the reason.`}
      sent={{ id, reason }}
      save={declineTeamRequest}
    >
      {(refused) => (
        <TextField
          id="decline-reason"
          label="Reason"
          reasons={{ reason: refused?.fields['reason'] ?? [] }}
          value={reason}
          onChange={setReason}
        />
      )}
    </SettleButton>
  )
}

export function WithdrawButton({ id, name }: { id: string; name: string }) {
  return (
    <SettleButton
      icon={Undo2}
      label="Withdraw"
      title={`Withdraw the request for ${name}`}
      description="Nobody decides on it any more. You can ask again."
      sent={{ id }}
      save={withdrawTeamRequest}
    >
      {() => null}
    </SettleButton>
  )
}

function SettleButton<Sent>({
  icon: Icon,
  label,
  title,
  description,
  sent,
  save,
  children,
}: {
  icon: LucideIcon
  label: string
  title: string
  description: string
  sent: Sent
  save: (sent: Sent) => Promise<SaveState>
  children: (refused: RefusedForm | null) => ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  const { refused, isSending, send } = useUnseenSave(save, () => setIsOpen(false))
  const isOfField = refused !== null && Object.keys(refused.fields).length > 0
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Icon aria-hidden className="size-4" />
        {label}
      </Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={title} description={description}>
        <form
          className="space-y-3"
          onSubmit={(event) => {
            event.preventDefault()
            send(sent)
          }}
        >
          {children(refused)}
          <div role="alert">
            {refused && !isOfField && <FieldErrors id="settle" errors={[problemWords(refused)]} />}
          </div>
          <div className="flex justify-end gap-2">
            <Button onClick={() => setIsOpen(false)}>Cancel</Button>
            <Button type="submit" look="primary" disabled={isSending}>
              {isSending ? 'Sending…' : label}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
