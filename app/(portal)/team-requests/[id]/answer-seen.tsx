'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { seeAnswer } from '../actions.ts'

/** Notes that the asker reads the answer; the first time, the inbox on this very page forgets it. */
export function AnswerSeen({ id }: { id: string }) {
  const router = useRouter()
  useEffect(() => {
    const note = async () => {
      const state = await seeAnswer({ id })
      if (state.kind === 'saved' && state.isFirst) router.refresh()
    }
    // Noted at the next look: the answer itself is on the page.
    note().catch(() => undefined)
  }, [id, router])
  return null
}
