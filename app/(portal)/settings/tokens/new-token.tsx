'use client'

import { Plus } from 'lucide-react'
import { MakeOnce } from '#components/object-form/make-once.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { exampleRequest } from '#lib/schemas/token-example.ts'
import { type MadeToken, NewTokenForm, type TokenChoices } from './new-token-form.tsx'

/** Creates a token and shows it this once. */
export function NewToken({ url, ...choices }: TokenChoices & { url: string }) {
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
          <CodeBlock code={exampleOf(made, url)} label="Example of a request" />
        </>
      )}
    </MakeOnce>
  )
}

function exampleOf({ token, role, team, cluster }: MadeToken, url: string): string {
  const limits = { team: team || null, cluster: cluster || null }
  const { path, body } = exampleRequest({ role, ...limits })
  const curl = `curl -H 'Authorization: Bearer ${token}'`
  if (body === null) return `${curl} ${url}${path}`
  return [
    `${curl} -H 'Content-Type: application/json' \\`,
    `  -d "${body.replaceAll('"', String.raw`\"`)}" ${url}${path}`,
  ].join('\n')
}
