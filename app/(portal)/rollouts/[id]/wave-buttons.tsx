'use client'

import { Check, OctagonX } from 'lucide-react'
import { useState } from 'react'
import { AskFirst, labelled } from '#components/object-form/ask-first.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { ClusterNames } from '#components/rollouts/cluster-names.tsx'
import { refusalWords } from '#components/rollouts/refusal-words.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { answerWave } from '../actions.ts'

export type OfWave = { readonly id: number; readonly wave: number; readonly name: string }

/** What a wave does: from what, to what, and on which clusters. */
type Does = {
  readonly names: readonly string[]
  readonly total: number
  readonly from: string
  readonly to: string
}

const ANSWERS = {
  approve: {
    action: 'Approve',
    icon: Check,
    text: 'It is for what the wave does now: if that changes before the wave is released, it is asked for again.',
    textOut:
      'No cluster of the wave reports, so nobody knows how it is. The rollout goes on all the same.',
  },
  refuse: {
    action: 'Refuse',
    icon: OctagonX,
    text: 'The rollout is paused, until somebody resumes it, aborts it or rolls it back.',
    textOut: 'The rollout is paused, until somebody resumes it, aborts it or rolls it back.',
  },
} as const

export function AnswerButton({
  id,
  wave,
  name,
  decision,
  digest,
  isOut,
  does,
}: OfWave & {
  does: Does
  decision: keyof typeof ANSWERS
  digest: string
  /** Whether its clusters have the version already, and none reports. */
  isOut: boolean
}) {
  const [reason, setReason] = useState('')
  const { action, icon, text, textOut } = ANSWERS[decision]
  return (
    <AskFirst
      button={labelled(action, icon)}
      title={`${action} wave ${name}`}
      description={isOut ? textOut : text}
      action={action}
      sent={{ id, digest, body: { wave, decision, reason } }}
      save={answerWave}
      words={refusalWords}
    >
      {(refused) => (
        <>
          <div>
            {isOut ? does.to : `${does.from} → ${does.to}`} on {counted(does.total, 'cluster')}:{' '}
            <ClusterNames names={does.names} total={does.total} />
          </div>
          <TextField
            id="answer-reason"
            label="Reason"
            hint="At least 3 characters, for whoever reads the history."
            required
            reasons={{ reason: refused?.fields['reason'] ?? [] }}
            value={reason}
            onChange={setReason}
          />
        </>
      )}
    </AskFirst>
  )
}
