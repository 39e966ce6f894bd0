'use client'

import { useState } from 'react'
import { askedClusters } from '#components/impact/confirm-fields.tsx'
import { TypedDialog } from '#components/impact/typed-dialog.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { useUnseenSave } from '#components/object-form/use-unseen-save.ts'
import { Button } from '#components/ui/button.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { confirmUpgrade } from '../actions.ts'

type Props = { readonly digest: string; readonly files: number; readonly clusters: number }

/** Has the number of clusters typed, or of files if no bootstrap changes, before the branches are rewritten. */
export function ConfirmUpgradeButton({ digest, files, clusters }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [reason, setReason] = useState('')
  const { refused, isSending, send } = useUnseenSave(confirmUpgrade, () => setIsOpen(false))
  return (
    <>
      <Button look="primary" onClick={() => setIsOpen(true)}>
        Confirm the upgrade…
      </Button>
      <TypedDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Confirm the upgrade"
        description={`It rewrites ${counted(files, 'file')} in Git, and clusters follow at once.${again(clusters)}`}
        asked={[
          clusters > 0
            ? askedClusters(clusters)
            : { id: 'confirm-files', label: `Type ${files} to go on`, text: String(files) },
        ]}
        action={isSending ? 'Confirming…' : 'Confirm'}
        isBusy={isSending}
        problem={refused?.message}
        onConfirm={() =>
          send({ impact: digest, confirmFiles: files, confirmClusters: clusters, reason })
        }
      >
        <div className="mb-3">
          <TextField
            id="upgrade-reason"
            label="Reason"
            hint="Why, for whoever reads the history or Git. Optional."
            reasons={{}}
            value={reason}
            onChange={setReason}
          />
        </div>
      </TypedDialog>
    </>
  )
}

function again(clusters: number): string {
  if (clusters === 0) return ''
  return ` On ${counted(clusters, 'cluster')} the bootstrap has to be applied again by hand afterwards.`
}
