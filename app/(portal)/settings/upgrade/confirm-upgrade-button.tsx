'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ask } from '#components/api.ts'
import { askedClusters } from '#components/impact/confirm-fields.tsx'
import { TypedDialog } from '#components/impact/typed-dialog.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { Button } from '#components/ui/button.tsx'
import { apiPaths, withQuery } from '#lib/schemas/paths.ts'
import { useAsking } from '../tokens/use-asking.ts'

type Props = { readonly digest: string; readonly files: number; readonly clusters: number }

/** Asks for the number of clusters, or of files where no bootstrap changes, before the branches are written anew. */
export function ConfirmUpgradeButton({ digest, files, clusters }: Props) {
  const router = useRouter()
  const [isOpen, setIsOpen] = useState(false)
  const [reason, setReason] = useState('')
  const path = withQuery(apiPaths.upgrade, { confirmFiles: files, confirmClusters: clusters })
  const { problem, isSending, send } = useAsking(
    (signal) => ask(path, { method: 'POST', impact: digest, reason: reason.trim(), signal }),
    () => {
      setIsOpen(false)
      router.refresh()
    },
  )
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
        problem={problem?.message}
        onConfirm={send}
      >
        <div className="mb-3">
          <TextField
            id="upgrade-reason"
            label="Reason"
            hint="Why, for whoever reads the history. Optional."
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

function counted(count: number, one: string): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${one}s`
}
