'use client'

import { useState } from 'react'
import { FieldErrors } from '#components/object-form/field-errors.tsx'
import { useSaving } from '#components/object-form/use-saving.ts'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import { askedNumbers, useTyped } from './confirm-fields.tsx'
import { ImpactPanel } from './impact-panel.tsx'
import { type PreviewedEdit, PREVIEWED_VERBS } from './previewed-edit.ts'
import { problemWords } from './problem-words.ts'
import { ReasonField } from './reason-field.tsx'
import { lacksWhy, OverrideField } from './stops.tsx'
import { type ImpactView, useImpact } from './use-impact.ts'

const TAKING_AWAY = 'border-transparent! bg-bad! text-surface! hover:opacity-90'

/** What an edit that needs nothing else does, and doing it. */
export function Preview({ edit, onCancel }: { edit: PreviewedEdit; onCancel: () => void }) {
  const { request, verb } = edit
  const view = useImpact(request)
  return (
    <>
      <ImpactPanel
        view={view}
        request={request}
        waiting={null}
        verb={verb}
        remedy={edit.remedy}
        className={classNames('shrink-0', !view.problem && 'h-[min(26rem,45dvh)]')}
      />
      <PreviewedForm view={view} edit={edit} onCancel={onCancel} />
    </>
  )
}

/** The end of a dialog that shows what an edit does: why, what must be confirmed, and doing it. */
export function PreviewedForm({
  view: { impact, problem },
  view,
  edit,
  onCancel,
}: {
  view: ImpactView
  edit: PreviewedEdit
  /** Absent: there is nothing to go back from. */
  onCancel?: () => void
}) {
  const [reason, setReason] = useState('')
  if (!impact || problem || edit.isEmpty) {
    return (
      onCancel && (
        <div className="mt-4 flex justify-end">
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      )
    )
  }
  return (
    <Confirmed
      // Numbers that were typed for another impact don't count.
      key={impact.digest}
      {...{ view, impact, edit, onCancel, reason }}
      onReason={setReason}
    />
  )
}

function Confirmed({
  view,
  impact,
  edit: { verb, label: own, counted, needsReason, save },
  onCancel,
  reason,
  onReason,
}: {
  view: ImpactView
  impact: ImpactAnswer
  edit: PreviewedEdit
  onCancel: (() => void) | undefined
  reason: string
  onReason: (reason: string) => void
}) {
  const saving = useSaving(view)
  const [override, setOverride] = useState(false)
  const { isTyped, fields } = useTyped(askedNumbers(impact, counted))
  const { confirmRemovals, confirmChanges } = impact
  const isUnexplained = lacksWhy(impact, reason, override, needsReason)
  const { refused } = saving
  const { label, doing, takesAway } = PREVIEWED_VERBS[verb]
  return (
    <form
      className="mt-4 space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        const seen = { impact: impact.digest, confirmRemovals, confirmChanges }
        saving.send(() => save({ ...seen, reason, override }))
      }}
    >
      <ReasonField
        id="removal-reason"
        impact={impact}
        isNeeded={needsReason}
        reasons={{ reason: refused?.fields['reason'] ?? [] }}
        value={reason}
        onChange={onReason}
      />
      <OverrideField impact={impact} value={override} onChange={setOverride} />
      {fields}
      <div role="alert">
        <FieldErrors id="removal" errors={refused ? [problemWords(refused)] : []} />
      </div>
      <div className="flex justify-end gap-2">
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button
          type="submit"
          look={takesAway ? undefined : 'primary'}
          disabled={!isTyped || isUnexplained || !view.isCurrent || saving.isSaving}
          className={takesAway ? TAKING_AWAY : undefined}
        >
          {saving.isSaving ? `${doing}…` : (own ?? label)}
        </Button>
      </div>
    </form>
  )
}
