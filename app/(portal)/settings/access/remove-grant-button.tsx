'use client'

import { Trash2 } from 'lucide-react'
import { AskFirst } from '#components/object-form/ask-first.tsx'
import { removeRoleGrant } from './actions.ts'

export function RemoveGrantButton({ id, name }: { id: string; name: string }) {
  return (
    <AskFirst
      button={{
        look: 'quiet',
        className: 'px-2',
        'aria-label': `Remove ${name}`,
        children: <Trash2 aria-hidden className="size-4" />,
      }}
      title={`Take the role back from ${name}`}
      description="Whoever has it by nothing else loses it with their next request."
      action="Remove"
      busy="Removing…"
      sent={{ id }}
      save={removeRoleGrant}
    />
  )
}
