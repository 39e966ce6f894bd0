'use client'

import { Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '#components/ui/banner.tsx'
import { Button } from '#components/ui/button.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { type MadeToken, NewTokenForm, type TokenChoices } from './new-token-form.tsx'

/** Creates a token and shows it this once. */
export function NewToken({ apiUrl, ...choices }: TokenChoices & { apiUrl: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [made, setMade] = useState<MadeToken | null>(null)
  const close = () => {
    setIsOpen(false)
    setMade(null)
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
        title={made === null ? 'New token' : 'Your new token'}
        description={
          made === null
            ? 'It can do what you say here, and never more than you may.'
            : 'Put it where it is needed now, as you would a password.'
        }
      >
        {made === null ? (
          <NewTokenForm {...choices} onMade={setMade} onCancel={close} />
        ) : (
          <Made made={made} apiUrl={apiUrl} onDone={close} />
        )}
      </Dialog>
    </>
  )
}

function Made({ made, apiUrl, onDone }: { made: MadeToken; apiUrl: string; onDone: () => void }) {
  return (
    <>
      <Banner tone="warn" icon={TriangleAlert}>
        Once this is closed, nobody sees the token again: Berth keeps only its hash.
      </Banner>
      <div className="space-y-3">
        <CodeBlock code={made.token} label="Token" />
        <CodeBlock code={exampleOf(made, apiUrl)} label="Example of a request" />
      </div>
      <div className="mt-4 flex justify-end">
        <Button look="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </>
  )
}

/** What a holder of the token may ask for. */
function exampleOf({ token, role, team }: MadeToken, apiUrl: string): string {
  const curl = `curl -H 'Authorization: Bearer ${token}'`
  if (role !== 'announcer') return `${curl} ${apiUrl}/teams`
  return [
    `${curl} -H 'Content-Type: application/json' \\`,
    `  -d "{\\"commit\\": \\"$(git rev-parse HEAD)\\"}" ${apiUrl}/applications/${team}/APPLICATION/versions`,
  ].join('\n')
}
