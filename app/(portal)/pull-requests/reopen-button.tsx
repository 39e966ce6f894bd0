'use client'

import { GitPullRequest } from 'lucide-react'
import { useState } from 'react'
import { AskFirst, labelled } from '#components/object-form/ask-first.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { reopenPullRequest } from './actions.ts'

export function ReopenButton({ branch, number }: { branch: string; number: number }) {
  const [reason, setReason] = useState('')
  return (
    <AskFirst
      button={labelled('Open again', GitPullRequest)}
      title={`Open pull request ${number} again`}
      description={`Berth opens it at the Git host with all that waits for ${branch}. If the host no longer allows that, Berth opens a new one.`}
      action="Open again"
      sent={{ branch, reason }}
      save={reopenPullRequest}
    >
      {(refused) => (
        <TextField
          id="reopen-why"
          label="Reason"
          hint="Why, for whoever reads the history and whoever closed it."
          required
          reasons={refused?.fields ?? {}}
          value={reason}
          onChange={setReason}
        />
      )}
    </AskFirst>
  )
}
