'use client'

import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useOpener } from './use-opener.ts'

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  wide = false,
  full = false,
  initialFocus,
  children,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: ReactNode
  wide?: boolean
  /** As wide as the page, for two columns. */
  full?: boolean
  /** A CSS selector of the element to focus; absent: the first one that can be focused. */
  initialFocus?: string
  children: ReactNode
}) {
  const { remember, onCloseAutoFocus } = useOpener()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/50" />
        <Radix.Content
          onOpenAutoFocus={(event) => {
            remember()
            if (initialFocus) focusWithin(event, initialFocus)
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          className={classNames(
            'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col overflow-hidden rounded-xl border bg-surface text-sm text-ink shadow-xl',
            full ? 'max-w-6xl' : wide ? 'max-w-2xl' : 'max-w-md',
          )}
        >
          <div className="min-w-0 pt-4 pr-14 pl-5">
            <Radix.Title className="text-base font-semibold break-words">{title}</Radix.Title>
            <Radix.Description asChild>
              <div className="mt-1 text-muted">{description}</div>
            </Radix.Description>
          </div>
          <div className="flex min-h-0 flex-col overflow-y-auto px-5 pt-4 pb-5">{children}</div>
          {/* Last, so that a dialog opens with the focus on its content. */}
          <Radix.Close
            aria-label="Close"
            className="absolute top-4 right-4 inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function focusWithin(event: Event, selector: string): void {
  const target = event.currentTarget
  const element = target instanceof Element && target.querySelector<HTMLElement>(selector)
  if (!element) return
  event.preventDefault()
  element.focus()
}
