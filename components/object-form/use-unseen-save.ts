'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import type { SaveRequest, SaveState } from '#lib/schemas/save-request.ts'

export type RefusedSave = Extract<SaveState, { kind: 'refused' }>

/** A save that has no impact to be seen first, and nothing to be confirmed. */
export const unseenSave: SaveRequest = {
  ref: null,
  body: null,
  etag: null,
  impact: '',
  confirmRemovals: null,
  confirmChanges: null,
  reason: '',
  freeName: false,
}

export const UNREACHABLE: RefusedSave = {
  kind: 'refused',
  code: 'unreachable',
  message: 'Berth does not answer: try again.',
  fields: {},
}

/** Sends such a save, and shows the page anew once it is kept. */
export function useUnseenSave<Saved extends { readonly kind: 'saved' }>(
  save: (request: SaveRequest) => Promise<Saved | RefusedSave>,
  onSaved: (saved: Saved) => void,
) {
  const router = useRouter()
  const [refused, setRefused] = useState<RefusedSave | null>(null)
  const [isSending, startSending] = useTransition()
  return {
    refused,
    isSending,
    send: (request: SaveRequest) =>
      startSending(async () => {
        const state = await save(request).catch(() => UNREACHABLE)
        setRefused(state.kind === 'refused' ? state : null)
        if (state.kind === 'refused') return
        onSaved(state)
        router.refresh()
      }),
  }
}
