'use client'

import { Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '#components/ui/banner.tsx'
import { Button } from '#components/ui/button.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { NewTokenForm, type TokenChoices } from './new-token-form.tsx'

/** Creates a token and shows it this once. */
export function NewToken({ apiUrl, ...choices }: TokenChoices & { apiUrl: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [token, setToken] = useState<string | null>(null)
  const close = () => {
    setIsOpen(false)
    setToken(null)
  }
  return (
    <>
      <Button look="primary" onClick={() => setIsOpen(true)}>
        <Plus aria-hidden className="size-4" />
        New token
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={(open) => !open && close()}
        wide
        title={token === null ? 'New token' : 'Your new token'}
        description={
          token === null
            ? 'It can do what you say here, and never more than you may.'
            : 'Put it where it is needed now, as you would a password.'
        }
      >
        {token === null ? (
          <NewTokenForm {...choices} onMade={setToken} onCancel={close} />
        ) : (
          <Made token={token} apiUrl={apiUrl} onDone={close} />
        )}
      </Dialog>
    </>
  )
}

function Made({ token, apiUrl, onDone }: { token: string; apiUrl: string; onDone: () => void }) {
  return (
    <>
      <Banner tone="warn" icon={TriangleAlert}>
        Once this is closed, nobody sees the token again: Berth keeps only its hash.
      </Banner>
      <div className="space-y-3">
        <CodeBlock code={token} label="Token" />
        <CodeBlock
          code={`curl -H 'Authorization: Bearer ${token}' ${apiUrl}/teams`}
          label="Example of a request"
        />
      </div>
      <div className="mt-4 flex justify-end">
        <Button look="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </>
  )
}
