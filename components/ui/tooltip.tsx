'use client'

import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** A sentence about what stands in `children`, on hovering and on focus. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={200}>
      <Radix.Root>
        <Radix.Trigger type="button" className="cursor-help rounded-full">
          {children}
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-72 rounded-md border bg-surface px-3 py-2 text-xs text-ink shadow-lg"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
