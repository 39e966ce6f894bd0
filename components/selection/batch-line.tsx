'use client'

import { Tags, Trash2, X } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Refused } from '#components/ui/guarded.tsx'
import { BULK_OBJECTS_MAX } from '#lib/domain/objects/bulk.ts'
import { isLabelled, kinds } from '#lib/domain/objects/kinds.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { type Selection, useSelection } from './selection-provider.tsx'

// Opened by few, and half as large as the list's page.
const BulkDialog = lazy(async () => {
  const { BulkDialog } = await import('./bulk-dialog.tsx')
  return { default: BulkDialog }
})

/**
 * A list's line of tools, and in its place what can be done with the rows that are selected. The filter above it stays, and the
 * tools keep their room, so that no row moves away from under the pointer.
 */
export function BatchLine({ children }: { children: ReactNode }) {
  const selection = useSelection()
  if (selection === null) return children
  const isOn = selection.count > 0
  return (
    <div className="grid">
      <div className={isOn ? 'invisible col-start-1 row-start-1' : 'col-start-1 row-start-1'}>
        {children}
      </div>
      {isOn && <Batch selection={selection} />}
    </div>
  )
}

function Batch({ selection }: { selection: Selection }) {
  const { kind, count, selected, chooseAll, total, totalIsExact, clear } = selection
  const { word, words } = kinds[kind]
  const isAll = selected.matching !== null && selected.names.size === 0
  return (
    <section
      data-batch
      aria-label="Selected rows"
      className="col-start-1 row-start-1 flex flex-wrap content-center items-center gap-2 border-b bg-accent-soft px-4 py-2"
    >
      <output className="mr-2 font-medium tabular-nums">
        {isAll && 'All '}
        {counted(count, word, words)} selected
      </output>
      <Edits selection={selection} />
      <span className="grow" />
      {!isAll && chooseAll && total > count && totalIsExact && (
        <Button look="quiet" onClick={chooseAll}>
          Select all {total.toLocaleString('en')} that match
        </Button>
      )}
      <Button look="quiet" onClick={clear}>
        <X aria-hidden className="size-4" />
        Clear
      </Button>
    </section>
  )
}

function Edits({ selection }: { selection: Selection }) {
  const [verb, setVerb] = useState<'label' | 'delete' | null>(null)
  const refusal = whyNot(selection)
  const edits = [
    ...(isLabelled(selection.kind)
      ? ([{ verb: 'label', icon: Tags, label: 'Edit labels' }] as const)
      : []),
    { verb: 'delete', icon: Trash2, label: 'Delete' } as const,
  ]
  return (
    <>
      {edits.map(({ verb, icon: Icon, label }) =>
        refusal === null ? (
          <Button key={verb} onClick={() => setVerb(verb)}>
            <Icon aria-hidden className="size-4" />
            {label}
          </Button>
        ) : (
          <Refused key={verb} refusal={refusal} icon={Icon} label={label} />
        ),
      )}
      {verb !== null && (
        <Suspense>
          <BulkDialog verb={verb} selection={selection} onClose={() => setVerb(null)} />
        </Suspense>
      )}
    </>
  )
}

function whyNot({ refusal, count }: Selection): string | null {
  if (refusal !== null || count <= BULK_OBJECTS_MAX) return refusal
  return `At most ${BULK_OBJECTS_MAX.toLocaleString('en')} are edited at once: filter the list further.`
}
