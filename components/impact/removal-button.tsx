'use client'

import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { FieldErrors } from '#components/object-form/field-errors.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { useSaving } from '#components/object-form/use-saving.ts'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Dialog } from '#components/ui/dialog.tsx'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import type { SaveState, SeenRemoval } from '#lib/schemas/save-request.ts'
import { askedNumbers, useTyped } from './confirm-fields.tsx'
import { ImpactPanel } from './impact-panel.tsx'
import type { ImpactRequest } from './impact-request.ts'
import { problemWords } from './problem-words.ts'
import { type ImpactView, useImpact } from './use-impact.ts'

const VERBS = {
  delete: { label: 'Delete', doing: 'Deleting' },
  clear: { label: 'Clear', doing: 'Clearing' },
}

export type RemovalRequest = {
  readonly verb: keyof typeof VERBS
  readonly counted: 'placement' | 'file'
  readonly request: ImpactRequest
  readonly remove: (seen: SeenRemoval) => Promise<SaveState>
}

/** Removes something, after showing what goes with it. */
export function RemovalButton({
  icon: Icon,
  title,
  description,
  removal,
}: {
  icon: LucideIcon
  title: string
  description: string
  removal: RemovalRequest
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Icon aria-hidden className="size-4" />
        {VERBS[removal.verb].label}
      </Button>
      <Dialog wide open={isOpen} onOpenChange={setIsOpen} title={title} description={description}>
        <Preview removal={removal} onCancel={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

function Preview({ removal, onCancel }: { removal: RemovalRequest; onCancel: () => void }) {
  const { request, verb } = removal
  const view = useImpact(request)
  return (
    <>
      <ImpactPanel
        view={view}
        request={request}
        waiting=""
        verb={verb}
        className={classNames('shrink-0', !view.problem && 'h-[min(26rem,45dvh)]')}
      />
      {view.impact && !view.problem ? (
        <Confirmed
          // Numbers that were typed for another impact don't count.
          key={view.impact.digest}
          view={view}
          impact={view.impact}
          removal={removal}
          onCancel={onCancel}
        />
      ) : (
        <div className="mt-4 flex justify-end">
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      )}
    </>
  )
}

function Confirmed({
  view,
  impact,
  removal: { verb, counted, remove },
  onCancel,
}: {
  view: ImpactView
  impact: ImpactAnswer
  removal: RemovalRequest
  onCancel: () => void
}) {
  const [reason, setReason] = useState('')
  const saving = useSaving(view)
  const { isTyped, fields } = useTyped(askedNumbers(impact, counted))
  const { confirmRemovals, confirmChanges } = impact
  const { refused } = saving
  return (
    <form
      className="mt-4 space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        saving.send(() =>
          remove({ impact: impact.digest, reason, confirmRemovals, confirmChanges }),
        )
      }}
    >
      <TextField
        id="removal-reason"
        label="Reason"
        hint="Why, for whoever reads the history. Optional."
        reasons={{ reason: refused?.fields['reason'] ?? [] }}
        value={reason}
        onChange={setReason}
      />
      {fields}
      <div role="alert">
        <FieldErrors id="removal" errors={refused ? [problemWords(refused)] : []} />
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          disabled={!isTyped || !view.isCurrent || saving.isSaving}
          className="border-transparent! bg-bad! text-surface! hover:opacity-90"
        >
          {saving.isSaving ? `${VERBS[verb].doing}…` : VERBS[verb].label}
        </Button>
      </div>
    </form>
  )
}
