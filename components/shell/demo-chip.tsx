'use client'

import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#components/ui/badge.tsx'
import { DropdownMenu, MenuChoice, MenuChoices, MenuNote } from '#components/ui/dropdown-menu.tsx'
import { enterDemo } from './enter-demo.ts'

/** Says that all of it is made up, and lets the visitor become another of its people where they are. */
export function DemoChip({
  people,
  current,
}: {
  /** Nobody, where people sign in elsewhere than at the demo itself. */
  people: readonly { readonly id: string; readonly name: string }[]
  /** The name of the person who is signed in. */
  current: string
}) {
  const [isAway, setIsAway] = useState(false)
  const become = async (person: string) => {
    const { pathname, search } = window.location
    await enterDemo(person, `${pathname}${search}`).catch(() => setIsAway(true))
  }
  return (
    <>
      {isAway && (
        <span role="alert" className="text-xs text-bad">
          Berth does not answer.
        </span>
      )}
      <DropdownMenu
        triggerClass="inline-flex min-h-6 items-center rounded-full"
        trigger={
          <Badge tone="warn" icon={FlaskConical}>
            <span className="max-sm:sr-only">Demo</span>
          </Badge>
        }
      >
        <MenuNote>
          <span className="block max-w-60">
            A demo: its people, its fleet, its past and what its clusters report are made up.
          </span>
        </MenuNote>
        <MenuChoices
          value={people.find(({ name }) => name === current)?.id ?? ''}
          onChange={(person) => void become(person)}
        >
          {people.map(({ id, name }) => (
            <MenuChoice key={id} value={id}>
              {name}
            </MenuChoice>
          ))}
        </MenuChoices>
      </DropdownMenu>
    </>
  )
}
