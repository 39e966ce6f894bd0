'use client'

import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { AskFirst, labelled } from '#components/object-form/ask-first.tsx'
import { CheckField } from '#components/object-form/choice-field.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { gateWords } from '#components/rollouts/gate-words.ts'
import { refusalWords } from '#components/rollouts/refusal-words.ts'
import { type OverridableGate, wholeGatesOf } from '#lib/domain/rollouts/rollout.ts'
import { OVERRIDE_NEEDS } from '#lib/domain/text/reason.ts'
import { overrideWave } from '../actions.ts'
import type { OfWave } from './wave-buttons.tsx'

type Overridable = OfWave & {
  gates: readonly OverridableGate[]
  /** What each of these gates waits for. */
  waits: readonly string[]
  /** How many clusters of the environment hold their version. */
  holding: number
  /** Whether it changed its placements already, so that their number confirms nothing. */
  isOut: boolean
  /** Whether no wave comes after it. */
  isLast: boolean
}

/** Lets a wave go on although gates hold it up and, of those that ask the same of all waves, those after it. */
export function OverrideButton({
  id,
  wave,
  name,
  gates,
  waits,
  holding,
  isOut,
  isLast,
}: Overridable) {
  const { body, endsHolds, isForLater, confirmChanges, ...typed } = useOverride(wave, gates)
  const whole = isLast ? [] : wholeGatesOf(gates)
  return (
    <AskFirst
      button={labelled('Override', ShieldAlert)}
      title={`Let wave ${name} go on`}
      description={`It no longer waits for: ${gateWords(gates)}. The history and the audit keep who said so. Where a number of placements is asked for, send it empty to be told which.`}
      action="Override"
      sent={{ id, confirmChanges, body }}
      save={overrideWave}
      words={refusalWords}
    >
      {(refused) => (
        <>
          <Waits texts={waits} />
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
          {whole.length > 0 && <LaterField gates={whole} {...typed.later} />}
          {(!isOut || !isLast || endsHolds) && (
            <NumberField
              endsHolds={endsHolds}
              waves={wavesOf({ isOut, isLast, isForLater })}
              {...typed.number}
            />
          )}
        </>
      )}
    </AskFirst>
  )
}

function Waits({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="list-disc space-y-0.5 pl-5">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

type Typed = { readonly value: string; readonly onChange: (value: string) => void }

/** What is typed, and the override that it asks for. */
function useOverride(wave: number, gates: readonly OverridableGate[]) {
  const [reason, setReason] = useState('')
  const [number, setNumber] = useState('')
  const [names, setNames] = useState('')
  const [heldNames, setHeldNames] = useState('')
  const [isForLater, setIsForLater] = useState(false)
  const [clusters, holds] = [namesIn(names), namesIn(heldNames)]
  return {
    body: {
      wave,
      gates: [...gates],
      ...(clusters.length > 0 && { clusters }),
      ...(holds.length > 0 && { holds }),
      ...(isForLater && { later_waves: true }),
      reason,
    },
    isForLater,
    endsHolds: holds.length > 0,
    confirmChanges: /^\d{1,9}$/.test(number.trim()) ? Number(number) : null,
    reason: { value: reason, onChange: setReason },
    clusters: { value: names, onChange: setNames },
    holds: { value: heldNames, onChange: setHeldNames },
    later: { value: isForLater, onChange: setIsForLater },
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

/** Whether the waves after it needn’t wait either, for what is the same for all of them. */
function LaterField({
  gates,
  ...typed
}: {
  gates: readonly OverridableGate[]
  value: boolean
  onChange: (isChosen: boolean) => void
}) {
  const text = `They don’t wait for ${gateWords(gates)} either, so nobody has to override that again.`
  return <CheckField label="Also for the waves after it" text={text} {...typed} />
}

/** Which waves the number is of. */
function wavesOf({
  isOut,
  isLast,
  isForLater,
}: {
  isOut: boolean
  isLast: boolean
  isForLater: boolean
}): string {
  if (isForLater) return isOut ? 'the waves after it' : 'the wave and those after it'
  if (isOut) return 'the waves that follow at once'
  return isLast ? 'the wave' : 'the wave and those that follow at once'
}

function NumberField({
  endsHolds,
  waves,
  ...typed
}: Typed & { endsHolds: boolean; waves: string }) {
  const verb = waves === 'the wave' ? 'changes' : 'change'
  const label = endsHolds
    ? `Placements that ${waves} and the end of the holds change`
    : `Placements that ${waves} ${verb}`
  return (
    <TextField
      id="override-number"
      label={label}
      hint="The exact number confirms it; 0 where none comes."
      required
      mono
      reasons={{}}
      {...typed}
    />
  )
}
