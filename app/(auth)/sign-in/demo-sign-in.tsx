'use client'

import { ChevronRight } from 'lucide-react'
import { signIn } from 'next-auth/react'
import { useState } from 'react'
import { errorId, Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'

type Person = { readonly name: string; readonly description: string }

export function DemoSignIn({
  people,
  needsToken,
  returnPath,
}: {
  people: readonly Person[]
  needsToken: boolean
  returnPath: string
}) {
  const [token, setToken] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  const enter = async (person: string) => {
    setIsBusy(true)
    setError(null)
    const answer = await signIn('demo', { person, token, redirect: false }).catch(() => undefined)
    if (answer?.ok === true) {
      window.location.assign(returnPath)
      return
    }
    setIsBusy(false)
    setError(answer ? 'That is not an admin’s token of this portal.' : 'Berth does not answer.')
  }

  return (
    <div>
      <p className="mb-3 text-muted">This is a demo. Choose who you want to be:</p>
      {needsToken && (
        <Field id="token" label="A token of an admin" error={error} className="mb-4">
          <Input
            id="token"
            type="password"
            autoComplete="off"
            value={token}
            onChange={(event) => setToken(event.target.value)}
            aria-invalid={error !== null}
            aria-describedby={error === null ? undefined : errorId('token')}
          />
        </Field>
      )}
      {!needsToken && error !== null && (
        <p role="alert" className="mb-3 text-bad">
          {error}
        </p>
      )}
      <ul className="space-y-2">
        {people.map((person) => (
          <li key={person.name}>
            <PersonButton
              person={person}
              disabled={isBusy}
              onChoose={() => void enter(person.name)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function PersonButton({
  person: { name, description },
  disabled,
  onChoose,
}: {
  person: Person
  disabled: boolean
  onChoose: () => void
}) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onChoose}
      className="group flex w-full items-center gap-3 rounded-lg border px-4 py-3 text-left transition-colors hover:border-edge hover:bg-sunken disabled:opacity-60"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{name}</span>
        <span className="block text-xs text-muted">{description}</span>
      </span>
      <ChevronRight aria-hidden className="size-4 text-muted" />
    </button>
  )
}
