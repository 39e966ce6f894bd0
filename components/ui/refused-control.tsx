'use client'

import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

/** A button that can be reached and read, and does nothing but say why it does nothing. */
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
      {/* Whether or not the sentence is shown. */}
      <span id={id} hidden>
        {refusal}
      </span>
    </>
  )
}
