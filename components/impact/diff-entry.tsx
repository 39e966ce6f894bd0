'use client'

import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { linesOf, lineCounts } from './patch-lines.ts'
import { PatchView } from './patch-view.tsx'

const EFFECTS = {
  added: { word: 'A', title: 'Added', look: 'text-good' },
  removed: { word: 'D', title: 'Removed', look: 'text-bad' },
  modified: { word: 'M', title: 'Modified', look: 'text-warn' },
}

/** A file of a diff that can be opened; its name is in the element around it. */
export function DiffEntry({
  effect,
  path,
  patch,
  isOpen,
  children,
}: {
  effect: keyof typeof EFFECTS
  path: string
  patch: string
  isOpen: boolean
  children: ReactNode
}) {
  const lines = linesOf(patch)
  const { added, removed } = lineCounts(lines)
  const { word, title, look } = EFFECTS[effect]
  const [isShown, setIsShown] = useState(isOpen)
  return (
    <li>
      <details
        open={isShown}
        onToggle={({ currentTarget }) => setIsShown(currentTarget.open)}
        className="group"
      >
        <summary className="flex list-none items-center gap-2 px-3 py-2 text-xs hover:bg-sunken/50 -outline-offset-2">
          <ChevronRight
            aria-hidden
            className="size-3.5 shrink-0 text-muted transition-transform group-open:rotate-90"
          />
          <abbr
            title={title}
            className={classNames('w-3 font-mono font-semibold no-underline', look)}
          >
            {word}
          </abbr>
          <span className="min-w-0 flex-1 font-mono break-all">{children}</span>
          <span className="shrink-0 font-mono tabular-nums">
            {added > 0 && <span className="text-good">+{added}</span>}{' '}
            {removed > 0 && <span className="text-bad">−{removed}</span>}
          </span>
        </summary>
        {isShown && <PatchView lines={lines} label={`Diff of ${path}`} />}
      </details>
    </li>
  )
}
