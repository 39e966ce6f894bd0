'use client'

import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'

/** A button that opens a panel at the edge of the window, which has the keyboard until it is closed. */
export function Drawer({
  title,
  trigger,
  triggerClass,
  triggerLabel,
  children,
}: {
  title: string
  trigger: ReactNode
  triggerClass: string
  triggerLabel: string
  children: (close: () => void) => ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  return (
    <>
      <button
        type="button"
        aria-label={triggerLabel}
        className={triggerClass}
        onClick={() => setIsOpen(true)}
      >
        {trigger}
      </button>
      <dialog
        ref={dialog}
        aria-label={title}
        closedby="any"
        onClose={close}
        className="h-dvh max-h-none w-72 max-w-[85vw] border-r bg-surface text-sm text-ink backdrop:bg-black/50"
      >
        {isOpen && (
          <div className="min-h-full p-3">
            <div className="mb-2 flex items-center justify-between px-2">
              <h2 className="font-semibold">{title}</h2>
              <button
                type="button"
                aria-label="Close"
                onClick={close}
                className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink"
              >
                <X aria-hidden className="size-4" />
              </button>
            </div>
            {children(close)}
          </div>
        )}
      </dialog>
    </>
  )
}
