'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { SIGNED_OUT } from '#components/impact/problem-words.ts'
import type { ImpactView } from '#components/impact/use-impact.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import type { RefusedForm, SaveState } from '#lib/schemas/save-request.ts'

export const STALE = 'precondition_failed'

/** Sends a save, keeps its answer, and goes on: to the change that it made, unless the save says where. */
export function useSaving(view: ImpactView) {
  const router = useRouter()
  const [isSaving, startSaving] = useTransition()
  const [state, setState] = useState<SaveState | null>(null)
  return {
    isSaving,
    refused: state?.kind === 'refused' ? state : null,
    isSaved: state?.kind === 'saved',
    foundNothing: state?.kind === 'saved' && state.change === null,
    forget: () => setState(null),
    send: (save: () => Promise<SaveState>, nextPath?: string) =>
      startSaving(async () => {
        const state = await save().catch(() => UNREACHABLE)
        setState(state)
        if (state.kind === 'saved' && state.change !== null) {
          router.push(nextPath ?? pagePaths.change(state.change))
        } else if (state.kind === 'refused' && OUTDATED.includes(state.code)) view.refresh()
      }),
  }
}

/** After these refusals the impact on the page is out of date, or the visitor may no longer see it. */
const OUTDATED = [
  'impact_changed',
  'removals_need_confirmation',
  'changes_need_confirmation',
  'reason_required',
  'environment_protected',
  'frozen',
  STALE,
  SIGNED_OUT,
]

export const UNREACHABLE: RefusedForm = {
  kind: 'refused',
  code: 'unreachable',
  message: 'Berth does not answer. What you typed is still here: try again.',
  fields: {},
}
