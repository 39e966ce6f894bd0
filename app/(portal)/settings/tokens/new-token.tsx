'use client'

import { Plus } from 'lucide-react'
import { MakeOnce } from '#components/object-form/make-once.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { type MadeToken, NewTokenForm, type TokenChoices } from './new-token-form.tsx'

/** Creates a token and shows it this once. */
export function NewToken({ apiUrl, ...choices }: TokenChoices & { apiUrl: string }) {
  return (
    <MakeOnce<MadeToken>
      label="New token"
      icon={Plus}
      look="primary"
      asks={{
        title: 'New token',
        description: 'It can do what you say here, and never more than you may.',
      }}
      answers={() => ({
        title: 'Your new token',
        description: 'Put it where it is needed now, as you would a password.',
      })}
      warning="Once this is closed, nobody sees the token again: Berth keeps only its hash."
      renderForm={(onMade, onCancel) => (
        <NewTokenForm {...choices} onMade={onMade} onCancel={onCancel} />
      )}
    >
      {(made) => (
        <>
          <CodeBlock code={made.token} label="Token" />
          <CodeBlock code={exampleOf(made, apiUrl)} label="Example of a request" />
        </>
      )}
    </MakeOnce>
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
