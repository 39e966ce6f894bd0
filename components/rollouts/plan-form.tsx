'use client'

import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { askedNumbers, useTyped } from '#components/impact/confirm-fields.tsx'
import { Stops } from '#components/impact/stops.tsx'
import { CheckField } from '#components/object-form/choice-field.tsx'
import { FieldErrors } from '#components/object-form/field-errors.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { UNREACHABLE, useUnseenSave } from '#components/object-form/use-unseen-save.ts'
import { Button } from '#components/ui/button.tsx'
import { Sentence } from '#components/ui/sentence.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { isOverrideReason, OVERRIDE_NEEDS } from '#lib/domain/text/reason.ts'
import type { RolloutPreviewJson } from '#lib/schemas/rollout.ts'
import type { FormState, SeenImpact } from '#lib/schemas/save-request.ts'
import { PlanTable } from './plan-table.tsx'
import { refusalWords } from './refusal-words.ts'
import type { PlanRequest, PlanView } from './use-plan.ts'
import { haveWords, revisionWords } from './version-words.ts'
import { WaveFiles } from './wave-files.tsx'
import { WayBack } from './way-back.tsx'

export type PlanSave = (seen: SeenImpact) => Promise<FormState<{ readonly rollout: number | null }>>

type Doing = {
  /** What the button says, and whether it asks for a reason. */
  readonly action: string
  readonly needsReason?: boolean
  /** Whether it goes back, to all clusters at once. */
  readonly goesBack?: boolean
  /** Whose files are shown; absent: none are. */
  readonly filesOf?: PlanRequest | null
  readonly save: PlanSave
  readonly onSaved: (rollout: number | null) => void
  readonly cancel?: ReactNode
}

/** What a rollout would do, wave by wave, and letting it. */
export function PlanForm({
  view: { plan, problem, isCurrent },
  ...doing
}: Doing & { view: PlanView }) {
  if (problem) {
    return (
      <div role="alert" className="rounded-lg border border-bad/40 bg-bad-soft px-4 py-3 text-bad">
        {problem.message}
      </div>
    )
  }
  if (plan === null) return <p className="text-muted">Computing what each wave does…</p>
  return (
    <div className={isCurrent ? undefined : 'opacity-60'}>
      {doing.goesBack ? <WayBack plan={plan} /> : <p className="mb-3">{summaryOf(plan)}</p>}
      <div className="overflow-hidden rounded-lg border bg-surface">
        <PlanTable waves={plan.waves} />
      </div>
      {doing.filesOf && <WaveFiles plan={plan} request={doing.filesOf} />}
      <Notes plan={plan} />
      {/* What was typed for another plan doesn't count. */}
      <Confirm key={plan.digest} plan={plan} isCurrent={isCurrent} {...doing} />
    </div>
  )
}

function summaryOf(plan: RolloutPreviewJson): string {
  const { clusters, waves } = plan
  const filled = waves.filter((wave) => wave.clusters > 0).length
  if (clusters === 0) return 'It is placed on no cluster there now: clusters that come will get it.'
  const version = `${haveWords(waves)} → ${revisionWords(plan)}`
  return `${version}: ${counted(clusters, 'cluster')} in ${counted(filled, 'wave')}. Each wave is a change of its own, which you find in the history.`
}

function Notes({ plan: { stops, warnings } }: { plan: RolloutPreviewJson }) {
  if (stops.length + warnings.length === 0) return null
  return (
    <div className="mt-3 space-y-1.5">
      <Stops stops={stops} />
      {warnings.length > 0 && <Warnings warnings={warnings} />}
    </div>
  )
}

function Warnings({ warnings }: Pick<RolloutPreviewJson, 'warnings'>) {
  return (
    <ul className="space-y-1.5">
      {warnings.map(({ code, message }) => (
        <li
          key={`${code} ${message}`}
          className="flex items-start gap-2 rounded-md bg-warn-soft px-2.5 py-1.5 text-xs text-warn"
        >
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          <Sentence>{message}</Sentence>
        </li>
      ))}
    </ul>
  )
}

function Confirm({
  plan,
  isCurrent,
  action,
  needsReason = false,
  goesBack = false,
  save,
  onSaved,
  cancel,
}: Doing & { plan: RolloutPreviewJson; isCurrent: boolean }) {
  const [reason, setReason] = useState('')
  const [override, setOverride] = useState(false)
  const { confirmChanges, digest, stops } = plan
  const { isTyped, fields } = useTyped(askedNumbers({ confirmRemovals: null, confirmChanges }))
  const saving = useUnseenSave(
    (seen: SeenImpact) => save(seen).catch(() => UNREACHABLE),
    ({ rollout }) => onSaved(rollout),
  )
  const isReasonNeeded = needsReason || plan.reasonRequired
  const { refused, isSending } = saving
  return (
    <form
      className="mt-4 space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        saving.send({ impact: digest, confirmRemovals: null, confirmChanges, reason, override })
      }}
    >
      <TextField
        id="rollout-reason"
        label="Reason"
        hint={`Why, for whoever reads the history or Git.${isReasonNeeded ? '' : ' Optional.'}`}
        required={isReasonNeeded}
        reasons={{ reason: refused?.fields['reason'] ?? [] }}
        value={reason}
        onChange={setReason}
      />
      {stops.length > 0 && mayOverride(stops) && (
        <OverrideStops value={override} onChange={setOverride} />
      )}
      {fields}
      <div role="alert">
        <FieldErrors id="rollout" errors={refused ? [refusalWords(refused)] : []} />
      </div>
      <div className="flex justify-end gap-2">
        {cancel}
        <Button
          type="submit"
          look="primary"
          disabled={
            !isTyped || !isCurrent || isSending || lacksWhy(stops, isReasonNeeded, reason, override)
          }
        >
          {isSending ? 'Sending…' : actionOf(plan, action, goesBack)}
        </Button>
      </div>
    </form>
  )
}

function actionOf(plan: RolloutPreviewJson, action: string, goesBack: boolean): string {
  if (!goesBack) return action
  return `${action} to ${revisionWords(plan)} on ${counted(plan.clusters, 'cluster')}`
}

type PlanStops = RolloutPreviewJson['stops']

const mayOverride = (stops: PlanStops) => stops.every((stop) => stop.mayOverride)

function OverrideStops({
  value,
  onChange,
}: {
  value: boolean
  onChange: (isOverridden: boolean) => void
}) {
  return (
    <CheckField
      label="Override what stops this"
      text={`${OVERRIDE_NEEDS} The history and the audit keep it.`}
      value={value}
      onChange={onChange}
    />
  )
}

/** Whether a needed reason lacks, or something stops it that isn't overridden with one. */
function lacksWhy(
  stops: RolloutPreviewJson['stops'],
  isReasonNeeded: boolean,
  reason: string,
  isOverridden: boolean,
): boolean {
  if (isReasonNeeded && reason.trim() === '') return true
  return stops.length > 0 && !(isOverridden && isOverrideReason(reason))
}
