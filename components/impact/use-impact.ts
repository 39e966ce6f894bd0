'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ApiProblem } from '#components/api.ts'
import { useSettled } from '#components/use-settled.ts'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import { fetchImpact, type ImpactRequest, requestKey } from './impact-request.ts'

const ITEMS = 100

export type ImpactView = {
  /** The newest impact that was computed, perhaps of older text; null: there is none to show. */
  readonly impact: ImpactAnswer | null
  readonly items: ImpactAnswer['items']
  /** Why the typed edit has no impact; null: it has one, or the answer is not there yet. */
  readonly problem: ApiProblem | null
  /** Whether the impact is of the values that are in the form now. */
  readonly isCurrent: boolean
  readonly more: { readonly isLoading: boolean; readonly load: () => void } | null
  readonly refresh: () => void
}

/** The impact of an edit while it is typed: requested when the typing pauses, and only the newest request is waited for. */
export function useImpact(request: ImpactRequest | null): ImpactView {
  const key = requestKey(request)
  const { value: asked, key: askedKey } = useSettled(request, key)
  const query = useInfiniteQuery({
    queryKey: ['impact', askedKey],
    queryFn: async ({ signal, pageParam }) =>
      fetchImpact(asked!, { token: pageParam, limit: ITEMS }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continue,
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages ?? []
  const isSettled = key === askedKey
  return {
    impact: pages[0] ?? null,
    items: pages.flatMap(({ items }) => items),
    problem: isSettled && request !== null ? problemOf(query.error) : null,
    isCurrent: isSettled && !query.isPlaceholderData && !isRecomputed(query),
    more: query.hasNextPage
      ? { isLoading: query.isFetchingNextPage, load: () => void query.fetchNextPage() }
      : null,
    refresh: () => void query.refetch(),
  }
}

function isRecomputed({
  isFetching,
  isFetchingNextPage,
}: {
  isFetching: boolean
  isFetchingNextPage: boolean
}): boolean {
  return isFetching && !isFetchingNextPage
}

function problemOf(error: Error | null): ApiProblem | null {
  if (error === null || error instanceof ApiProblem) return error
  return new ApiProblem(0, 'unexpected', 'The preview could not be read.')
}
