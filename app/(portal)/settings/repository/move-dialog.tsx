'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import type { AskedMove } from './use-repository-settings.ts'

/** Asks for the number of clusters before what they pull goes elsewhere. */
export function MoveDialog({
  asked,
  isBusy,
  onConfirm,
  onClose,
}: {
  asked: AskedMove
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const { clusters } = asked
  const one = clusters === 1
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={one ? 'Move what 1 cluster pulls' : `Move what ${clusters} clusters pull`}
      description="Everything is published to the other repository in full. The one of now stays as it is, and gets nothing more."
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed === String(clusters)) onConfirm()
        }}
      >
        <p>
          {one ? 'The cluster keeps' : 'The clusters keep'} pulling from the old address until the
          bootstrap manifest is applied there again: it is on each cluster’s page.
        </p>
        <Field id="clusters" label={`Type ${clusters} to go on`}>
          <Input
            id="clusters"
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value.trim())}
            className="max-w-32"
          />
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={isBusy || typed !== String(clusters)}>
            Move
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
