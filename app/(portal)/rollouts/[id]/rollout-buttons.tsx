'use client'

import { CirclePause, CirclePlay, CircleSlash, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { PreviewedButton } from '#components/impact/previewed-button.tsx'
import { useNavigate } from '#components/navigation/navigation.ts'
import { AskFirst, labelled } from '#components/object-form/ask-first.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { PlanButton } from '#components/rollouts/plan-button.tsx'
import { refusalWords } from '#components/rollouts/refusal-words.ts'
import { apiPaths, pagePaths } from '#lib/schemas/paths.ts'
import { abortRollout, pauseRollout, resumeRollout, rollBackRollout } from '../actions.ts'

/** A rollout in the state that was read. */
type Read = { readonly id: number; readonly etag: string }

export function PauseButton({ id, etag }: Read) {
  const [reason, setReason] = useState('')
  return (
    <AskFirst
      button={labelled('Pause', CirclePause)}
      title="Pause the rollout"
      description="No further wave is released until somebody resumes it. What was released stays."
      action="Pause"
      sent={{ id, etag, reason }}
      save={pauseRollout}
      words={refusalWords}
    >
      {(refused) => <Why refused={refused?.fields['reason']} {...{ reason, setReason }} />}
    </AskFirst>
  )
}

export function AbortButton({ id, etag }: Read) {
  const [reason, setReason] = useState('')
  return (
    <AskFirst
      button={labelled('Abort', CircleSlash)}
      title="Abort the rollout"
      description="It ends as it is: some clusters have the version, and the others keep what they have. To give all of them what they had, roll it back."
      action="Abort"
      sent={{ id, etag, reason }}
      save={abortRollout}
      words={refusalWords}
    >
      {(refused) => <Why refused={refused?.fields['reason']} {...{ reason, setReason }} />}
    </AskFirst>
  )
}

function Why({
  refused = [],
  reason,
  setReason,
}: {
  refused: readonly string[] | undefined
  reason: string
  setReason: (reason: string) => void
}) {
  return (
    <TextField
      id="rollout-why"
      label="Reason"
      hint="Why, for whoever reads the history: a word will do."
      required
      reasons={{ reason: refused }}
      value={reason}
      onChange={setReason}
    />
  )
}

export function ResumeButton({ id, etag }: Read) {
  return (
    <PlanButton
      icon={CirclePlay}
      action="Resume"
      title="Resume the rollout"
      description="It goes on where it was paused, with the clusters that there are now."
      request={{ path: apiPaths.resumeRollout(id), etag }}
      save={async (seen) => resumeRollout({ id, etag, ...seen })}
    />
  )
}

/** Of one that is under way: a change gives its clusters what they had. `from` and `to`: the versions; null: there was none before. */
export function RollBackButton({
  id,
  etag,
  of,
  from,
  to,
}: Read & { of: string; from: string; to: string | null }) {
  return (
    <PreviewedButton
      icon={Undo2}
      label="Roll back"
      title={to === null ? `Roll back ${of}` : `Roll back ${of}: ${from} → ${to}`}
      description="Each cluster that has the version gets what it had before the rollout: all at once, in one change."
      edit={{
        verb: 'rollBack',
        ...(to !== null && { label: `Roll back to ${to}` }),
        counted: 'placement',
        needsReason: true,
        request: { method: 'POST', path: apiPaths.rollBackRollout(id), etag },
        save: async (seen) => rollBackRollout({ id, etag, ...seen }),
      }}
    />
  )
}

/** Of one that is completed: another rollout, of what there was before. */
export function BackButton({ id, etag, of }: Read & { of: string }) {
  const navigate = useNavigate()
  return (
    <PlanButton
      icon={Undo2}
      action="Roll back"
      title={`Roll back ${of}`}
      description="Another rollout gives the environment what it had before, in one wave: to all of its clusters at once."
      request={{ path: apiPaths.rollBackRollout(id), etag }}
      goesBack
      save={async (seen) => rollBackRollout({ id, etag, ...seen })}
      onSaved={(rollout) => rollout !== null && navigate(pagePaths.rollout(rollout))}
    />
  )
}
