'use client'

import { KeyRound, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { problemWords } from '#components/impact/problem-words.ts'
import { FieldErrors } from '#components/object-form/field-errors.tsx'
import { useUnseenSave } from '#components/object-form/use-unseen-save.ts'
import { Banner } from '#components/ui/banner.tsx'
import { Button } from '#components/ui/button.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { makeRegistrationSecret } from './actions.ts'

/** Makes the secret of a registration token, and shows it this once. */
export function MakeSecret({
  name,
  label,
  isMade,
  command,
}: {
  name: string
  label: string
  isMade: boolean
  command: string
}) {
  const [isOpen, setIsOpen] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const saving = useUnseenSave(makeRegistrationSecret, (made) => setSecret(made.secret))
  const close = () => {
    setIsOpen(false)
    setSecret(null)
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <KeyRound aria-hidden className="size-4" />
        {label}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={(open) => !open && close()}
        wide
        title={secret === null ? label : `The secret of ${name}`}
        description={
          isMade && secret === null
            ? 'Whoever has the secret that there is registers nothing with it from now on.'
            : 'Whoever has it registers clusters as this registration token says, and nothing else.'
        }
      >
        {secret === null ? (
          <div className="flex justify-end gap-2">
            {saving.refused && <FieldErrors id="secret" errors={[problemWords(saving.refused)]} />}
            <Button onClick={close}>Cancel</Button>
            <Button
              look="primary"
              disabled={saving.isSending}
              onClick={() => saving.send({ name })}
            >
              {saving.isSending ? 'Making it…' : 'Make it'}
            </Button>
          </div>
        ) : (
          <Made secret={secret} command={command} onDone={close} />
        )}
      </Dialog>
    </>
  )
}

function Made({
  secret,
  command,
  onDone,
}: {
  secret: string
  command: string
  onDone: () => void
}) {
  return (
    <>
      <Banner tone="warn" icon={TriangleAlert}>
        Once this is closed, nobody sees the secret again: Berth keeps only its hash.
      </Banner>
      <div className="space-y-3">
        <CodeBlock code={secret} label="Secret" />
        <CodeBlock code={`SECRET=${secret}\n${command}`} label="What a site runs" />
      </div>
      <div className="mt-4 flex justify-end">
        <Button look="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </>
  )
}
