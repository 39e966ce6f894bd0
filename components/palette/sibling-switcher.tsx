'use client'

import { ChevronsUpDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type Kind, kinds } from '#lib/domain/objects/kinds.ts'

// Most people who read a page don't go on to another of its kind.
const Palette = lazy(async () => {
  const { Palette } = await import('./palette.tsx')
  return { default: Palette }
})

/** Leads from an object's page to another of its kind. */
export function SiblingSwitcher({ kind }: { kind: Kind }) {
  const [isOpen, setIsOpen] = useState(false)
  const label = `Another ${kinds[kind].word}`
  return (
    <>
      <button
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="inline-flex size-6 items-center justify-center rounded text-muted hover:bg-sunken hover:text-ink"
      >
        <ChevronsUpDown aria-hidden className="size-3.5" />
      </button>
      {isOpen && (
        <Suspense>
          <Palette
            title={label}
            placeholder="Part of a name"
            among={[kind]}
            recent={[]}
            groups={[]}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
