'use client'

import { Search } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useKeydown } from '#components/keys/use-keydown.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import { recentRefs } from './recent.ts'

// As large as a small page, and most pages are read without it.
const PortalPalette = lazy(async () => {
  const { PortalPalette } = await import('./portal-palette.tsx')
  return { default: PortalPalette }
})

export type Offered = {
  /** Places of the navigation that hold nothing for the visitor. */
  readonly hidden: readonly string[]
  /** The parts of the settings that the visitor may read. */
  readonly parts: readonly { readonly href: string; readonly label: string }[]
  /** What the visitor may create. */
  readonly creatable: readonly Kind[]
}

/** Opens the palette: by a click, or by Ctrl or Cmd and K. */
export function PaletteButton({ visitor, offered }: { visitor: string; offered: Offered }) {
  const [isOpen, setIsOpen] = useState(false)
  useKeydown((event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    event.preventDefault()
    setIsOpen(true)
  }, true)
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
        className="inline-flex h-8 items-center gap-2 rounded-md border bg-canvas px-2.5 text-muted hover:border-edge sm:w-full sm:max-w-80"
      >
        <Search aria-hidden className="size-4 shrink-0" />
        <span className="max-sm:sr-only">Search</span>
        <kbd
          aria-hidden
          className="ml-auto rounded border bg-surface px-1.5 font-sans text-xs max-sm:hidden"
        >
          Ctrl K
        </kbd>
      </button>
      {isOpen && (
        <Suspense>
          <PortalPalette
            offered={offered}
            recent={recentRefs(visitor, localStorage)}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
