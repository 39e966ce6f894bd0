'use client'

import { Tooltip as Radix } from 'radix-ui'
import { type ReactElement, useState } from 'react'

/** A sentence about a button on hover, on focus and on click: touch screens have only the last. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Radix.Provider delayDuration={200}>
      <Radix.Root open={isOpen} onOpenChange={setIsOpen}>
        <Radix.Trigger
          asChild
          onClick={(event) => {
            // Radix would close it on a click.
            event.preventDefault()
            setIsOpen(true)
          }}
        >
          {children}
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side="bottom"
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-80 rounded-md border bg-surface px-3 py-2 text-xs break-words text-ink shadow-lg"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
