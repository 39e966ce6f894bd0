'use client'

import { AskFirst } from '#components/object-form/ask-first.tsx'
import { deleteHook } from './actions.ts'

const REFUSED = {
  team: 'Pushes that its host tells of are refused from now on. What it announced stays.',
  repository:
    'What the host tells with its secret is refused from now on. Without another one, Berth sees a merge within a minute and a closing within five.',
} as const

type Props = { readonly id: string; readonly name: string; readonly isOfTeam: boolean }

export function DeleteHook({ id, name, isOfTeam }: Props) {
  return (
    <AskFirst
      button={{ look: 'quiet', 'aria-label': `Delete ${name}`, children: 'Delete' }}
      title={`Delete ${name}`}
      description={REFUSED[isOfTeam ? 'team' : 'repository']}
      action="Delete"
      busy="Deleting…"
      sent={{ id }}
      save={deleteHook}
    />
  )
}
