'use client'

import { Check, OctagonX, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { AskFirst, labelled } from '#components/object-form/ask-first.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { ClusterNames } from '#components/rollouts/cluster-names.tsx'
import { gateWords } from '#components/rollouts/gate-words.ts'
import { refusalWords } from '#components/rollouts/refusal-words.ts'
import type { OverridableGate } from '#lib/domain/rollouts/rollout.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { OVERRIDE_NEEDS } from '#lib/domain/text/reason.ts'
import { answerWave, overrideWave } from '../actions.ts'

type OfWave = { readonly id: number; readonly wave: number; readonly name: string }

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

export function OverrideButton({
  id,
  wave,
  name,
  gates,
  holding,
  isOut,
}: OfWave & {
  gates: readonly OverridableGate[]
  /** How many clusters of the environment hold their version. */
  holding: number
  /** Whether it changed its placements already, so that their number confirms nothing. */
  isOut: boolean
}) {
  const { body, endsHolds, confirmChanges, ...typed } = useOverride(wave, gates)
  return (
    <AskFirst
      button={labelled('Override', ShieldAlert)}
      title={`Let wave ${name} go on`}
      description={`It no longer waits for: ${gateWords(gates)}. The history and the audit keep who said so.`}
      action="Override"
      sent={{ id, confirmChanges, body }}
      save={overrideWave}
      words={refusalWords}
    >
      {(refused) => (
        <>
          <TextField
            id="override-reason"
            label="Reason"
            hint={OVERRIDE_NEEDS}
            required
            reasons={{ reason: refused?.fields['reason'] ?? [] }}
            {...typed.reason}
          />
          {gates.includes('depends') && (
            <ClustersField reasons={refused?.fields['clusters'] ?? []} {...typed.clusters} />
          )}
          {holding > 0 && (
            <HoldsField
              holding={holding}
              reasons={refused?.fields['holds'] ?? []}
              {...typed.holds}
            />
          )}
          {(!isOut || endsHolds) && <NumberField endsHolds={endsHolds} {...typed.number} />}
        </>
      )}
    </AskFirst>
  )
}

type Typed = { readonly value: string; readonly onChange: (value: string) => void }

/** What is typed, and the override that it asks for. */
function useOverride(wave: number, gates: readonly OverridableGate[]) {
  const [reason, setReason] = useState('')
  const [number, setNumber] = useState('')
  const [names, setNames] = useState('')
  const [heldNames, setHeldNames] = useState('')
  const [clusters, holds] = [namesIn(names), namesIn(heldNames)]
  return {
    body: {
      wave,
      gates: [...gates],
      ...(clusters.length > 0 && { clusters }),
      ...(holds.length > 0 && { holds }),
      reason,
    },
    endsHolds: holds.length > 0,
    confirmChanges: /^\d{1,9}$/.test(number.trim()) ? Number(number) : null,
    reason: { value: reason, onChange: setReason },
    clusters: { value: names, onChange: setNames },
    holds: { value: heldNames, onChange: setHeldNames },
    number: { value: number, onChange: setNumber },
  }
}

function namesIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((each) => each !== '')
}

/** For which clusters a wave needn’t wait for dependencies. */
function ClustersField({ reasons, ...typed }: Typed & { reasons: readonly string[] }) {
  return (
    <TextField
      id="override-clusters"
      label="Only on these clusters (optional)"
      hint={`Their names, for ${gateWords(['depends'])}. Empty: on all clusters of the wave.`}
      mono
      reasons={{ clusters: reasons }}
      {...typed}
    />
  )
}

/** Which clusters get what is rolled out although they hold their version. */
function HoldsField({
  holding,
  reasons,
  ...typed
}: Typed & { holding: number; reasons: readonly string[] }) {
  const they = holding === 1 ? 'holds its version' : 'hold their version'
  return (
    <TextField
      id="override-holds"
      label="End the holds of these clusters (optional)"
      hint={`Their names, for the rollout to come to them, too: ${holding.toLocaleString('en')} of the environment ${they}.`}
      mono
      reasons={{ holds: reasons }}
      {...typed}
    />
  )
}

function NumberField({ endsHolds, ...typed }: Typed & { endsHolds: boolean }) {
  return (
    <TextField
      id="override-number"
      label={
        endsHolds
          ? 'Placements that the wave and the end of the holds change'
          : 'Placements that the wave changes'
      }
      hint="The exact number confirms it."
      required
      mono
      reasons={{}}
      {...typed}
    />
  )
}
