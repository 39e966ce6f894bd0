'use client'

import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useOpener } from './use-opener.ts'

/** What is told beside the page of something on it; closing it gives the focus back. */
export function SidePanel({
  title,
  onClose,
  actions,
  children,
}: {
  title: string
  onClose: () => void
  actions?: ReactNode
  children: ReactNode
}) {
  const { remember, onCloseAutoFocus } = useOpener()
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/30" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={remember}
          onCloseAutoFocus={onCloseAutoFocus}
          className="fixed inset-y-0 right-0 z-50 flex w-160 max-w-full flex-col border-l bg-canvas text-sm text-ink shadow-xl"
        >
          <div className="flex items-center gap-3 border-b bg-surface py-3 pr-3 pl-5">
            <Radix.Title className="min-w-0 text-base font-semibold break-words">
              {title}
            </Radix.Title>
            <span className="ml-auto flex shrink-0 items-center gap-2">
              {actions}
              <Radix.Close
                aria-label="Close"
                className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink"
              >
                <X aria-hidden className="size-4" />
              </Radix.Close>
            </span>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-5">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
