'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'

/** Asks for the number of clusters on which somebody has to apply the bootstrap again. */
export function BootstrapsDialog({
  clusters,
  isBusy,
  onConfirm,
  onClose,
}: {
  clusters: number
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const isTyped = typed === String(clusters)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Change what teams may bring"
      description={
        clusters === 1
          ? 'On the cluster, somebody then has to apply the bootstrap again by hand.'
          : `On each of the ${clusters} clusters, somebody then has to apply the bootstrap again by hand.`
      }
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isTyped) onConfirm()
        }}
      >
        <p>The command is on each cluster’s page, under Onboarding.</p>
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
          <Button look="primary" type="submit" disabled={isBusy || !isTyped}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
