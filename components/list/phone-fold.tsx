'use client'

import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { buttonClass } from '#components/ui/button.tsx'

/** On phones folds what is `FOLDED` behind one button, which says how many filters are active. */
export function PhoneFold({
  active,
  isOpenFirst,
  children,
}: {
  active: number
  isOpenFirst: boolean
  children: ReactNode
}) {
  const [isOpen, setIsOpen] = useState(isOpenFirst)
  return (
    <div className="group/fold" data-folded={isOpen ? undefined : ''}>
      <div className="border-b p-3 sm:hidden">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className={buttonClass('secondary', 'w-full')}
        >
          <SlidersHorizontal aria-hidden className="size-3.5" />
          Filters and groups{active > 0 && ` (${active} active)`}
        </button>
      </div>
      {children}
    </div>
  )
}
