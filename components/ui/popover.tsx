'use client'

import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** A button that opens a small panel beside it; `label` names the panel. */
export function Popover({
  trigger,
  triggerClass,
  label,
  children,
}: {
  trigger: ReactNode
  triggerClass: string
  label: string
  children: ReactNode
}) {
  return (
    <Radix.Root>
      <Radix.Trigger className={triggerClass}>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-[min(32rem,var(--radix-popover-content-available-height))] w-88 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border bg-surface p-4 text-sm shadow-lg outline-none"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
