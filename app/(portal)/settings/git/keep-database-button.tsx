'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ask } from '#components/api.ts'
import { askedNumbers } from '#components/impact/confirm-fields.tsx'
import { TypedDialog } from '#components/impact/typed-dialog.tsx'
import { Button } from '#components/ui/button.tsx'
import { apiPaths, withQuery } from '#lib/schemas/paths.ts'
import { useAsking } from '../tokens/use-asking.ts'

type Files = { readonly added: number; readonly removed: number; readonly modified: number }

/** Asks for the exact number of files that go before Git is made equal to the database. */
export function KeepDatabaseButton({
  label,
  digest,
  files,
}: {
  label: string
  digest: string
  files: Files
}) {
  const router = useRouter()
  const [isOpen, setIsOpen] = useState(false)
  const removed = files.removed === 0 ? null : files.removed
  const { problem, isSending, send } = useAsking(
    (signal) =>
      ask(withQuery(apiPaths.keepDatabase, { confirmRemovals: removed && String(removed) }), {
        method: 'POST',
        impact: digest,
        signal,
      }),
    () => {
      setIsOpen(false)
      router.refresh()
    },
  )
  const { added, modified } = files
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{label}…</Button>
      <TypedDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={label}
        description={`In Git ${counted(files.removed)} are removed, ${counted(added)} added and ${counted(modified)} changed. Clusters follow at once. What only Git knew is lost.`}
        asked={askedNumbers({ confirmRemovals: removed, confirmChanges: null }, 'file')}
        action={isSending ? 'Deciding…' : label}
        isBusy={isSending}
        problem={problem?.message}
        onConfirm={send}
      />
    </>
  )
}

function counted(files: number): string {
  return files === 1 ? '1 file' : `${files.toLocaleString('en')} files`
}
