'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ask } from '#components/api.ts'
import { FieldErrors } from '#components/object-form/field-errors.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { apiPaths, withQuery } from '#lib/paths.ts'
import { useAsking } from '../tokens/use-asking.ts'

type Props = { readonly digest: string; readonly files: number; readonly clusters: number }

export function ConfirmUpgradeButton(props: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { files, clusters } = props
  return (
    <>
      <Button look="primary" onClick={() => setIsOpen(true)}>
        Confirm the upgrade…
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Confirm the upgrade"
        description={`It rewrites ${counted(files, 'file')} in Git, and clusters follow at once.${again(clusters)}`}
        initialFocus="input"
      >
        <ConfirmForm {...props} onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

/** Asks for the number of clusters, or of files where no bootstrap changes, before the branches are written anew. */
function ConfirmForm({ digest, files, clusters, onClose }: Props & { onClose: () => void }) {
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const asked = clusters > 0 ? clusters : files
  const isConfirmed = typed.trim() === String(asked)
  const path = withQuery(apiPaths.upgrade, { confirmFiles: files, confirmClusters: clusters })
  const { problem, isSending, send } = useAsking(
    (signal) => ask(path, { method: 'POST', impact: digest, reason: reason.trim(), signal }),
    () => {
      onClose()
      router.refresh()
    },
  )
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isConfirmed) send()
      }}
    >
      <TypedField id="confirm-upgrade" label={`Type ${asked} to go on`} onChange={setTyped} />
      <TypedField id="upgrade-reason" label="Reason" onChange={setReason} />
      <div role="alert">
        {problem && <FieldErrors id="confirm-upgrade" errors={[problem.message]} />}
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" disabled={!isConfirmed || isSending}>
          {isSending ? 'Confirming…' : 'Confirm'}
        </Button>
      </div>
    </form>
  )
}

function TypedField({
  id,
  label,
  onChange,
}: {
  id: string
  label: string
  onChange: (value: string) => void
}) {
  return (
    <Field id={id} label={label}>
      <Input id={id} autoComplete="off" onChange={({ target }) => onChange(target.value)} />
    </Field>
  )
}

function again(clusters: number): string {
  if (clusters === 0) return ''
  return ` On ${counted(clusters, 'cluster')} the bootstrap has to be applied again by hand afterwards.`
}

function counted(count: number, one: string): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${one}s`
}
