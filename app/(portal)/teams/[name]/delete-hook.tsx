'use client'

import { AskFirst } from '#components/object-form/ask-first.tsx'
import { deleteHook } from './actions.ts'

export function DeleteHook({ id, name }: { id: string; name: string }) {
  return (
    <AskFirst
      button={{ look: 'quiet', 'aria-label': `Delete ${name}`, children: 'Delete' }}
      title={`Delete ${name}`}
      description="Pushes that its host tells of are refused from now on. What it announced stays."
      action="Delete"
      busy="Deleting…"
      sent={{ id }}
      save={deleteHook}
    />
  )
}
