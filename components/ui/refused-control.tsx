'use client'

import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

/** A button that can be focused and read aloud, and that only says why it does nothing. */
export function RefusedControl({ refusal, children }: { refusal: string; children: ReactNode }) {
  const id = useId()
  return (
    <>
      <Tooltip text={refusal}>
        <Button
          aria-disabled
          aria-describedby={id}
          className="cursor-not-allowed! border-dashed! border-edge! bg-sunken! text-muted! opacity-100! shadow-none"
        >
          {children}
        </Button>
      </Tooltip>
      {/* For `aria-describedby`, also while the tooltip is closed. */}
      <span id={id} hidden>
        {refusal}
      </span>
    </>
  )
}
