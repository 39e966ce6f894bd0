'use client'

import { CircleSlash, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { AskFirst, labelled } from '#components/object-form/ask-first.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { declineTeamRequest, withdrawTeamRequest } from './actions.ts'

export function DeclineButton({ id, what, asker }: { id: string; what: string; asker: string }) {
  const [reason, setReason] = useState('')
  return (
    <AskFirst
      button={labelled('Decline', CircleSlash)}
      title={`Decline ${what}`}
      description={`${asker} reads the reason.`}
      action="Decline"
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
    </AskFirst>
  )
}

export function WithdrawButton({ id, what }: { id: string; what: string }) {
  return (
    <AskFirst
      button={labelled('Withdraw', Undo2)}
      title={`Withdraw the request for ${what}`}
      description="Nobody decides on it any more. You can ask again."
      action="Withdraw"
      sent={{ id }}
      save={withdrawTeamRequest}
    />
  )
}
