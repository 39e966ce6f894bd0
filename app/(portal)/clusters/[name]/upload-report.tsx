'use client'

import { CircleAlert, CircleCheck, Upload } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { ApiProblem, sendReportFile } from '#components/api.ts'
import { Banner } from '#components/ui/banner.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { counted } from '#lib/domain/text/counted.ts'

type Sent = Awaited<ReturnType<typeof sendReportFile>>
type Outcome =
  | { readonly kind: 'sent'; readonly sent: Sent }
  | { readonly kind: 'refused'; readonly message: string }

/** Takes the file of a report that was carried here, and says what came of it. */
export function UploadReport({ cluster }: { cluster: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Upload aria-hidden className="size-4" />
        Upload a report
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Upload a report"
        description={`A file that was signed on the site of ${cluster}. It counts as of when it was written, and one that was uploaded before changes nothing.`}
      >
        <UploadForm cluster={cluster} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

function UploadForm({ cluster, onDone }: { cluster: string; onDone: () => void }) {
  const { file, choose, outcome, isSending, send } = useUpload(cluster)
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Field id="report-file" label="File">
        <input
          id="report-file"
          type="file"
          className="block w-full text-sm file:mr-3 file:rounded-md file:border file:border-edge file:bg-surface file:px-3 file:py-1.5"
          onChange={({ target }) => choose(target.files?.[0] ?? null)}
        />
      </Field>
      {outcome && <OutcomeBanner outcome={outcome} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Close</Button>
        <Button type="submit" look="primary" disabled={file === null || isSending}>
          {isSending ? 'Uploading…' : 'Upload'}
        </Button>
      </div>
    </form>
  )
}

function useUpload(cluster: string) {
  const router = useRouter()
  const [file, setFile] = useState<File | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isSending, startSending] = useTransition()
  return {
    file,
    outcome,
    isSending,
    choose: (chosen: File | null) => {
      setFile(chosen)
      setOutcome(null)
    },
    send: () =>
      startSending(async () => {
        setOutcome(await outcomeOf(cluster, file!))
        router.refresh()
      }),
  }
}

async function outcomeOf(cluster: string, file: File): Promise<Outcome> {
  try {
    return { kind: 'sent', sent: await sendReportFile(cluster, file) }
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return { kind: 'refused', message: error.message }
  }
}

function OutcomeBanner({ outcome }: { outcome: Outcome }) {
  if (outcome.kind === 'refused') {
    return (
      <Banner tone="bad" icon={CircleAlert}>
        {outcome.message}
      </Banner>
    )
  }
  return (
    <Banner tone="accent" icon={CircleCheck}>
      {sentText(outcome.sent)}
    </Banner>
  )
}

function sentText({ received, changed, filled, ignored }: Sent): string {
  const news = [
    `Berth took it: ${counted(received, 'application')}`,
    `new of ${changed}`,
    ...(filled > 0 ? [`${counted(filled, 'sync')} filled in`] : []),
    ...(ignored > 0 ? [`newer is known of ${ignored}`] : []),
  ]
  return `${news.join(', ')}.`
}
