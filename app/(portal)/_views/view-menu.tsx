'use client'

import { Bookmark } from 'lucide-react'
import dynamic from 'next/dynamic'
import { buttonClass } from '#components/ui/button.tsx'
import { Popover } from '#components/ui/popover.tsx'
import type { SavedViewJson } from '#lib/schemas/saved-view.ts'

// Loaded when somebody opens it.
const ViewPanel = dynamic(
  async () => {
    const { ViewPanel } = await import('./view-panel.tsx')
    return ViewPanel
  },
  { loading: () => <p className="text-muted">Loading…</p> },
)

export type ShownView = {
  /** As the API names the list, and where its page is. */
  readonly list: string
  readonly path: string
  /** What the page shows now. */
  readonly query: string
  /** The view that its address names, as it is kept. */
  readonly current: { readonly json: SavedViewJson; readonly etag: string } | null
  /** Those whose views the visitor may change. */
  readonly teams: readonly string[]
}

/** Opens and keeps views of a list; says which one the page shows. */
export function ViewMenu(shown: ShownView) {
  const { current, query } = shown
  const isChanged = current !== null && current.json.query !== query
  return (
    <Popover
      label="Views"
      triggerClass={buttonClass()}
      trigger={
        <>
          <Bookmark aria-hidden className="size-3.5" />
          {current === null ? (
            'Views'
          ) : (
            <>
              <span className="sr-only">View </span>
              <span className="max-w-48 truncate">{current.json.name}</span>
              {isChanged && <span className="text-muted">changed</span>}
            </>
          )}
        </>
      }
    >
      {(close) => <ViewPanel {...shown} isChanged={isChanged} onDone={close} />}
    </Popover>
  )
}
