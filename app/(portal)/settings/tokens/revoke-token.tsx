'use client'

import { AskFirst } from '#components/object-form/ask-first.tsx'
import { revokeToken } from '../actions.ts'

export function RevokeToken({ id, name }: { id: string; name: string }) {
  return (
    <AskFirst
      button={{ look: 'quiet', 'aria-label': `Revoke ${name}`, children: 'Revoke' }}
      title={`Revoke ${name}`}
      description="Whatever uses it is refused from now on, and so is what was made with it. It can’t be taken back."
      action="Revoke"
      busy="Revoking…"
      sent={{ id }}
      save={revokeToken}
    />
  )
}
