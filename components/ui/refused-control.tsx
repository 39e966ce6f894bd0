'use client'

import { type ReactNode, useId, useRef } from 'react'
import { ANCHORED, placeBeside } from './anchored.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

/**
 * A button that can be focused and read aloud, and that only says why it does nothing: on hover, on focus and on click, because
 * touch screens have only the last.
 */
export function RefusedControl({ refusal, children }: { refusal: string; children: ReactNode }) {
  const id = useId()
  const reason = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const show = () => {
    reason.current!.togglePopover({ force: true, source: button.current! })
    placeBeside(reason.current!, button.current)
  }
  const hide = () => reason.current?.togglePopover(false)
  return (
    <span className="contents" onMouseEnter={show} onMouseLeave={hide}>
      <Button
        ref={button}
        aria-disabled
        aria-describedby={id}
        onFocus={show}
        onClick={show}
        onBlur={hide}
        className="cursor-not-allowed! border-dashed! border-edge! bg-sunken! text-muted! opacity-100! shadow-none"
      >
        {children}
      </Button>
      <span
        ref={reason}
        id={id}
        popover="hint"
        role="tooltip"
        className={classNames(
          ANCHORED,
          // Transparent above it, so that it stays while the pointer goes there.
          'w-max max-w-80 overflow-visible rounded-md border bg-surface px-3 py-2 text-xs break-words whitespace-normal shadow-lg before:absolute before:inset-x-0 before:-top-2 before:h-2',
        )}
      >
        {refusal}
      </span>
    </span>
  )
}
