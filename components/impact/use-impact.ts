'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '#components/api.ts'
import { useSettled } from '#components/use-settled.ts'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import { fetchImpact, type ImpactRequest, requestKey } from './impact-request.ts'

/** This many pairs are listed as they are; of more, one looks at groups. */
const LISTED_MAX = 30

/** An impact, and the write that it is of. */
export type Computed = { readonly request: ImpactRequest; readonly impact: ImpactAnswer }

export type ImpactView = {
  /** The newest impact that was computed, perhaps of older text; null: there is none to show. */
  readonly computed: Computed | null
  readonly impact: ImpactAnswer | null
  /** Why the typed edit has no impact; null: it has one, or the answer is not there yet. */
  readonly problem: ApiProblem | null
  /** Whether the impact is of the values that are in the form now. */
  readonly isCurrent: boolean
  readonly refresh: () => void
}

/** The impact of an edit while it is typed: requested when the typing pauses, and only the newest request is waited for. */
export function useImpact(request: ImpactRequest | null): ImpactView {
  const key = requestKey(request)
  const { value: asked, key: askedKey } = useSettled(request, key)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['impact', askedKey],
    queryFn: async ({ signal }): Promise<Computed> => ({
      request: asked!,
      impact: await fetchImpact(asked!, { token: null, limit: LISTED_MAX }, signal),
    }),
    enabled: asked !== null,
  })
  const computed = useLast(data) ?? null
  const isSettled = request !== null && key === askedKey
  return {
    computed,
    impact: computed?.impact ?? null,
    problem: isSettled ? problemOf(error) : null,
    isCurrent: isSettled && !isFetching,
    refresh: () => void refetch(),
  }
}

/** The newest value that there was, also while there is none. */
function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

function problemOf(error: Error | null): ApiProblem | null {
  if (error === null || error instanceof ApiProblem) return error
  return new ApiProblem(0, 'unexpected', 'The preview could not be read.')
}
