'use client'

import { type ReactNode, useId, useState } from 'react'
import { ANCHORED, openerOf, placeBeside } from './anchored.ts'
import { classNames } from './class-names.ts'

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
  /** A function gets what closes the panel. */
  children: ReactNode | ((close: () => void) => ReactNode)
}) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className={triggerClass}
      >
        {trigger}
      </button>
      <dialog
        id={id}
        popover="auto"
        aria-label={label}
        tabIndex={-1}
        className={classNames(
          ANCHORED,
          'max-h-[min(32rem,calc(100%-1rem))] w-88 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border bg-surface p-4 text-sm shadow-lg outline-none',
        )}
        onBeforeToggle={({ newState }) => newState === 'open' && setIsOpen(true)}
        onToggle={({ newState, currentTarget }) => {
          if (newState === 'closed') return setIsOpen(false)
          placeBeside(currentTarget, openerOf(currentTarget))
          currentTarget.focus()
        }}
      >
        {isOpen &&
          (typeof children === 'function'
            ? children(() => document.getElementById(id)?.hidePopover())
            : children)}
      </dialog>
    </>
  )
}
