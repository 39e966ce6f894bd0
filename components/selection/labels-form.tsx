'use client'

import { useState } from 'react'
import { ImpactPanel } from '#components/impact/impact-panel.tsx'
import { PreviewedForm } from '#components/impact/preview.tsx'
import type { PreviewedEdit } from '#components/impact/previewed-edit.ts'
import { useImpact } from '#components/impact/use-impact.ts'
import { LabelEditor } from '#components/labels/label-editor.tsx'
import { useUnsavedValues } from '#components/navigation/use-unsaved-values.ts'
import type { LabelledKind } from '#lib/domain/objects/kinds.ts'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import { changesProblem, type LabelChanges, NO_CHANGES, patchOf, withKey } from './label-changes.ts'
import { KeyRow } from './key-row.tsx'

type Shared = NonNullable<ImpactAnswer['selection']>

/** The labels of many objects: which they have, what to make of them, and what that does. */
export function LabelsForm({
  kind,
  editOf,
  onCancel,
}: {
  kind: LabelledKind
  editOf: (patch: Readonly<Record<string, string | null>>) => PreviewedEdit
  onCancel: () => void
}) {
  const [changes, setChanges] = useState(NO_CHANGES)
  const patch = patchOf(changes)
  const waiting = changesProblem(changes)
  const edit = editOf(patch)
  const request = waiting === null ? edit.request : null
  const view = useImpact(request)
  const selection = view.impact?.selection ?? null
  useUnsavedValues({ labels: patch })
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(24rem,28rem)]">
      <div className="min-w-0">
        <SharedLabels {...{ kind, selection, changes }} onChange={setChanges} />
        <PreviewedForm
          view={view}
          edit={{ ...edit, isEmpty: waiting !== null || selection?.edited === 0 }}
          onCancel={onCancel}
        />
      </div>
      <ImpactPanel
        view={view}
        request={request}
        waiting={waiting}
        remedy={edit.remedy}
        className="h-[min(34rem,60dvh)] lg:sticky lg:top-0"
      />
    </div>
  )
}

function SharedLabels({
  kind,
  selection,
  changes,
  onChange,
}: {
  kind: LabelledKind
  selection: Shared | null
  changes: LabelChanges
  onChange: (changes: LabelChanges) => void
}) {
  return (
    <>
      <ul aria-label="Labels that they have" className="mb-4 divide-y rounded-md border">
        {selection === null && <li className="p-3 text-muted">Reading their labels…</li>}
        {selection?.labelsTotal === 0 && <li className="p-3 text-muted">They have none yet.</li>}
        {selection?.labels.map((share) => (
          <KeyRow
            key={share.key}
            kind={kind}
            share={share}
            objects={selection.objects}
            change={changes.keys.get(share.key)}
            onChange={(change) => onChange(withKey(changes, share.key, change))}
          />
        ))}
        {selection !== null && selection.labelsTotal > selection.labels.length && (
          <li className="p-3 text-muted">
            and {(selection.labelsTotal - selection.labels.length).toLocaleString('en')} more keys
          </li>
        )}
      </ul>
      <LabelEditor
        id="added"
        legend="Add labels"
        hint="To each of them."
        noun="label"
        kind={kind}
        value={changes.added}
        onChange={(added) => onChange({ ...changes, added })}
        reasons={{}}
      />
    </>
  )
}
