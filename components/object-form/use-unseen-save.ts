'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import type { RefusedForm } from '#lib/schemas/save-request.ts'

export const UNREACHABLE: RefusedForm = {
  kind: 'refused',
  code: 'unreachable',
  message: 'Berth does not answer: try again.',
  fields: {},
}

/** A save without an impact to see first. It refreshes the page after it. */
export function useUnseenSave<Sent, Saved extends { readonly kind: 'saved' }>(
  save: (sent: Sent) => Promise<Saved | RefusedForm>,
  onSaved: (saved: Saved) => void,
) {
  const router = useRouter()
  const [refused, setRefused] = useState<RefusedForm | null>(null)
  const [isSending, startSending] = useTransition()
  return {
    refused,
    isSending,
    send: (sent: Sent) =>
      startSending(async () => {
        const state = await save(sent).catch(() => UNREACHABLE)
        setRefused(state.kind === 'refused' ? state : null)
        if (state.kind === 'refused') return
        onSaved(state)
        router.refresh()
      }),
  }
}
