'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { ApiProblem, ask } from '#components/api.ts'
import { useUnsavedValues } from '#components/navigation/use-unsaved-values.ts'
import { UNREACHABLE } from '#components/object-form/use-unseen-save.ts'
import type { ApplicationKindsImpactJson } from '#lib/schemas/application-kinds.ts'
import { apiPaths, withQuery } from '#lib/schemas/paths.ts'
import { saveApplicationKinds } from '../actions.ts'
import { kindsOfText } from './kinds-text.ts'

const DEBOUNCE_MS = 250
const PATH = apiPaths.applicationKinds

/** Why the list can't be saved, according to its preview or to the attempt to save it. */
export type KindsProblem = Pick<ApiProblem, 'message' | 'fields'>

const bodyOf = (text: string) => ({ application_kinds: kindsOfText(text) })

/** The preview of a list while it is typed, and its save. */
export function useApplicationKinds(etag: string, text: string) {
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<KindsProblem | null>(null)
  const markSaved = useUnsavedValues({ kinds: text })
  const asked = useSettled(text)
  const query = useQuery({
    queryKey: ['application-kinds', etag, asked],
    queryFn: async ({ signal }) => {
      const address = withQuery(PATH, { dryRun: 'true' })
      const request = { method: 'PUT', body: bodyOf(asked), etag, signal } as const
      return (await ask<ApplicationKindsImpactJson>(address, request)).answer
    },
    placeholderData: keepPreviousData,
  })
  const isSettled = asked === text
  const problem = isSettled && query.error ? problemOf(query.error) : null

  async function save(reason: string, confirmClusters: number | null): Promise<void> {
    setBusy(true)
    setRefused(null)
    const request = { body: bodyOf(text), etag, confirmClusters, reason }
    const state = await saveApplicationKinds(request).catch(() => UNREACHABLE)
    if (state.kind === 'refused') setRefused(state)
    else {
      markSaved()
      router.refresh()
    }
    setBusy(false)
  }

  return {
    /** The newest answer, perhaps for an older text. */
    impact: problem ? null : (query.data ?? null),
    isCurrent: isSettled && !query.isFetching,
    problem: refused ?? problem,
    isBusy,
    save,
  }
}

/** The text once it has been unchanged for a while. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

function problemOf(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error
  return new ApiProblem(0, 'unexpected', 'Berth took too long to answer. Try again.')
}
