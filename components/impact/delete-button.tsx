'use client'

import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Edited } from '#components/object-form/form-spec.ts'
import { FieldErrors } from '#components/object-form/field-errors.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { useSaving } from '#components/object-form/use-saving.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import type { Save } from '#lib/schemas/save-request.ts'
import { useConfirmation } from './confirm-fields.tsx'
import { ImpactPanel } from './impact-panel.tsx'
import type { ImpactRequest } from './impact-request.ts'
import { type ImpactView, useImpact } from './use-impact.ts'

/** Deletes an object, after a look at what that takes away. */
export function DeleteButton({
  noun,
  edited,
  remove,
}: {
  noun: string
  edited: Edited
  remove: Save
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Trash2 aria-hidden className="size-4" />
        Delete
      </Button>
      <Dialog
        wide
        open={isOpen}
        onOpenChange={setIsOpen}
        title={`Delete ${noun} ${edited.ref.name}`}
        description="This is what goes with it. The history keeps what it was."
      >
        <Deletion edited={edited} remove={remove} onCancel={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

function Deletion({
  edited,
  remove,
  onCancel,
}: {
  edited: Edited
  remove: Save
  onCancel: () => void
}) {
  const request: ImpactRequest = { method: 'DELETE', path: edited.path, etag: edited.etag }
  const view = useImpact(request)
  return (
    <>
      <ImpactPanel
        view={view}
        request={request}
        waiting=""
        note="what deleting would do"
        className="h-[min(26rem,45dvh)] shrink-0"
      />
      {view.impact && !view.problem ? (
        <Confirmed
          // Numbers that were typed for another impact don't count.
          key={view.impact.digest}
          view={view}
          impact={view.impact}
          edited={edited}
          remove={remove}
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
  edited,
  remove,
  onCancel,
}: {
  view: ImpactView
  impact: ImpactAnswer
  edited: Edited
  remove: Save
  onCancel: () => void
}) {
  const [reason, setReason] = useState('')
  const saving = useSaving(view)
  const { isConfirmed, numbers, fields } = useConfirmation(impact)
  const { refused } = saving
  return (
    <form
      className="mt-4 space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        saving.send(remove, {
          ref: edited.ref,
          body: null,
          etag: edited.etag,
          impact: impact.digest,
          reason,
          freeName: false,
          ...numbers,
        })
      }}
    >
      <TextField
        id="delete-reason"
        label="Reason"
        hint="Why, for whoever reads the history. Optional."
        reasons={{ reason: refused?.fields['reason'] ?? [] }}
        value={reason}
        onChange={setReason}
      />
      {fields}
      <div role="alert">
        <FieldErrors id="delete" errors={refused ? [refused.message] : []} />
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          disabled={!isConfirmed || !view.isCurrent || saving.isSaving}
          className="border-transparent! bg-bad! text-surface! hover:opacity-90"
        >
          {saving.isSaving ? 'Deleting…' : 'Delete'}
        </Button>
      </div>
    </form>
  )
}
