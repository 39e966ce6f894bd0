import type { ComponentProps } from 'react'
import type { SaveState, SeenImpact } from '#lib/schemas/save-request.ts'
import type { ImpactPanel } from './impact-panel.tsx'
import type { ImpactRequest } from './impact-request.ts'

export const PREVIEWED_VERBS = {
  delete: { label: 'Delete', doing: 'Deleting', takesAway: true },
  clear: { label: 'Clear', doing: 'Clearing', takesAway: true },
  rollBack: { label: 'Roll back', doing: 'Rolling back', takesAway: false },
  endHold: { label: 'End hold', doing: 'Ending', takesAway: false },
  confirm: { label: 'Confirm', doing: 'Confirming', takesAway: true },
  undo: { label: 'Undo', doing: 'Undoing', takesAway: false },
  import: { label: 'Import', doing: 'Importing', takesAway: false },
  save: { label: 'Save', doing: 'Saving', takesAway: false },
}

export type PreviewedEdit = {
  readonly verb: keyof typeof PREVIEWED_VERBS
  /** What its button says; absent: the verb alone. */
  readonly label?: string
  readonly counted: 'placement' | 'file'
  readonly request: ImpactRequest
  readonly save: (seen: SeenImpact) => Promise<SaveState>
  readonly remedy?: ComponentProps<typeof ImpactPanel>['remedy']
  /** Whether it is done only with a reason, whatever guard rules say. */
  readonly needsReason?: boolean
  /** Whether it is of nothing yet. */
  readonly isEmpty?: boolean
}
