'use client'

import type { ApiProblem } from '#components/api.ts'
import { Flaws } from '#components/impact/flaws.tsx'
import { Preview } from '#components/impact/preview.tsx'
import type { PreviewedEdit } from '#components/impact/previewed-edit.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { isLabelled, kinds } from '#lib/domain/objects/kinds.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { apiPaths } from '#lib/schemas/paths.ts'
import { LabelsForm } from './labels-form.tsx'
import { targetOf } from './selected.ts'
import type { Selection } from './selection-provider.tsx'

/** Edits or deletes what is selected, as one change, after a look at what that does. */
export function BulkDialog({
  verb,
  selection,
  onClose,
}: {
  verb: 'label' | 'delete'
  selection: Selection
  onClose: () => void
}) {
  const { kind, count } = selection
  const objects = counted(count, kinds[kind].word, kinds[kind].words)
  if (verb === 'label' && isLabelled(kind)) {
    return (
      <Dialog
        full
        open
        onOpenChange={onClose}
        title={`Labels of ${objects}`}
        description="What you leave alone stays as it is on each of them. All of it is saved as one change."
      >
        <LabelsForm
          kind={kind}
          editOf={(patch) => editOf(selection, { patch: { metadata: patch } })}
          onCancel={onClose}
        />
      </Dialog>
    )
  }
  return (
    <Dialog
      wide
      open
      onOpenChange={onClose}
      title={`Delete ${objects}`}
      description="This is what deleting them does, as one change. The history keeps what they were."
    >
      <Preview edit={editOf(selection, { delete: true })} onCancel={onClose} />
    </Dialog>
  )
}

type Done = { readonly patch: { readonly metadata: object } } | { readonly delete: true }

function editOf({ kind, selected, save, leaveOut }: Selection, done: Done): PreviewedEdit {
  const body = { ...targetOf(kind, selected), ...done }
  return {
    verb: 'delete' in done ? 'delete' : 'save',
    counted: 'placement',
    request: { method: 'POST', path: apiPaths.bulk, body, etag: null },
    save: async (seen) => save({ body, ...seen }),
    remedy: (problem) => <Remedy problem={problem} leaveOut={leaveOut} />,
  }
}

/** Which of the objects refuse the edit, and going on without them. */
function Remedy({
  problem,
  leaveOut,
}: {
  problem: ApiProblem
  leaveOut: (rows: readonly string[]) => void
}) {
  // A reason's path begins with the object's names, which hold no dot.
  const rows = [...new Set(Object.keys(problem.fields).map((path) => path.split('.')[0]!))]
  if (rows.length === 0) return null
  return (
    <div className="space-y-3">
      <Flaws problem={problem} />
      <Button onClick={() => leaveOut(rows)}>
        Leave {rows.length === 1 ? 'this one' : `these ${rows.length.toLocaleString('en')}`} out
      </Button>
    </div>
  )
}
