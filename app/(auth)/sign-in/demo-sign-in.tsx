'use client'

import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { enterDemo } from '#components/shell/enter-demo.ts'

type Person = { readonly id: string; readonly name: string; readonly description: string }

export function DemoSignIn({
  people,
  returnPath,
}: {
  people: readonly Person[]
  returnPath: string
}) {
  const [isBusy, setIsBusy] = useState(false)
  const [isAway, setIsAway] = useState(false)

  const enter = async (id: string) => {
    setIsBusy(true)
    setIsAway(false)
    try {
      await enterDemo(id, returnPath)
    } catch {
      setIsBusy(false)
      setIsAway(true)
    }
  }

  return (
    <div>
      <p className="mb-3 text-muted">This is a demo. Choose who you want to be:</p>
      {isAway && (
        <p role="alert" className="mb-3 text-bad">
          Berth does not answer.
        </p>
      )}
      <ul className="space-y-2">
        {people.map((person) => (
          <li key={person.id}>
            <PersonButton
              person={person}
              disabled={isBusy}
              onChoose={() => void enter(person.id)}
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
