'use client'

import { Columns3 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { Popover } from '#components/ui/popover.tsx'
import type { LabelSide } from '#lib/domain/lists/facets.ts'
import type { LabelledKind } from '#lib/domain/objects/kinds.ts'
import type { ListAddress } from '#lib/schemas/paths.ts'

// Opened by few, and with completion.
const ColumnChooser = lazy(async () => {
  const { ColumnChooser } = await import('./column-chooser.tsx')
  return { default: ColumnChooser }
})

/** The columns that can be chosen of a list, by their names in its address. */
export type ColumnChoice = {
  readonly address: ListAddress
  /** The one that is always there. */
  readonly first: string
  readonly headings: Readonly<Record<string, string>>
  readonly usual: readonly string[]
  readonly shown: readonly string[]
  readonly labels: readonly { readonly side: LabelSide; readonly kind: LabelledKind }[]
}

/** Chooses the columns of a list. */
export function ColumnMenu({ choice }: { choice: ColumnChoice }) {
  return (
    <Popover
      label="Columns"
      triggerClass={buttonClass('quiet')}
      trigger={
        <>
          <Columns3 aria-hidden className="size-3.5" />
          Columns
        </>
      }
    >
      <Suspense fallback={<p className="text-muted">Loading…</p>}>
        <ColumnChooser choice={choice} />
      </Suspense>
    </Popover>
  )
}
