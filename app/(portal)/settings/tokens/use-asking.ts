'use client'

import { useState, useTransition } from 'react'
import { ApiProblem } from '#components/api.ts'

/** Something that is asked of the API once, and what it said no to. */
export function useAsking<Answer>(
  send: (signal: AbortSignal) => Promise<Answer>,
  onDone: (answer: Answer) => void,
) {
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const [isSending, startSending] = useTransition()
  return {
    problem,
    isSending,
    send: () =>
      startSending(async () => {
        setProblem(null)
        try {
          onDone(await send(new AbortController().signal))
        } catch (error) {
          if (!(error instanceof ApiProblem)) throw error
          setProblem(error)
        }
      }),
  }
}
