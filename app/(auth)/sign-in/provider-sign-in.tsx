'use client'

import { LogIn } from 'lucide-react'
import { signIn } from 'next-auth/react'
import { useState } from 'react'

type Provider = { readonly id: string; readonly label: string }

/** One button for each provider. No automatic redirect: a person whom the provider refuses would go round in a loop. */
export function ProviderSignIn({
  providers,
  returnPath,
}: {
  providers: readonly Provider[]
  returnPath: string
}) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [isAway, setIsAway] = useState(false)

  const enter = async (id: string) => {
    setChosen(id)
    setIsAway(false)
    try {
      await signIn(id, { callbackUrl: returnPath })
    } catch {
      setChosen(null)
      setIsAway(true)
    }
  }

  return (
    <>
      {isAway && (
        <p role="alert" className="mb-3 text-bad">
          Berth does not answer.
        </p>
      )}
      <ul className="space-y-2">
        {providers.map(({ id, label }) => (
          <li key={id}>
            <button
              type="button"
              disabled={chosen !== null}
              onClick={() => void enter(id)}
              className="flex min-h-10 w-full items-center justify-center gap-2 rounded-md bg-accent px-4 py-2 text-sm font-medium text-on-accent transition-colors hover:bg-accent-strong disabled:opacity-60"
            >
              <LogIn aria-hidden className="size-4 shrink-0" />
              <span className="min-w-0 break-words">
                {chosen === id ? 'On the way …' : `Sign in with ${label}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
