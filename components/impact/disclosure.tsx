'use client'

import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'

/** A row that opens what is below it, which isn't read before. */
export function Disclosure({ label, children }: { label: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="border-b">
      <DisclosureRow isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} below={children}>
        {label}
      </DisclosureRow>
    </div>
  )
}

/** The same, where somebody else says whether it is open. */
export function DisclosureRow({
  isOpen,
  onToggle,
  below,
  className,
  children,
}: {
  isOpen: boolean
  onToggle: () => void
  below: ReactNode
  className?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
        className={classNames(
          'flex min-h-9 w-full items-center gap-2 px-3 py-1 text-left -outline-offset-2 hover:bg-sunken/50',
          className,
        )}
      >
        <ChevronRight
          aria-hidden
          className={classNames(
            'size-3.5 shrink-0 text-muted transition-transform',
            isOpen && 'rotate-90',
          )}
        />
        {children}
      </button>
      {isOpen && <div id={id}>{below}</div>}
    </>
  )
}
