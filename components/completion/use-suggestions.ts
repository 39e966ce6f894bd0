'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'

export type Suggestion = {
  readonly text: string
  /** What to know about it. */
  readonly note: string
}

export type SuggestionSource = {
  /** Equal keys stand for equal answers. */
  readonly key: string
  readonly suggest: (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>
}

/** What could stand in a field, nothing until somebody looks. */
export function useSuggestions(
  source: SuggestionSource | null,
  text: string,
  isOpen: boolean,
): readonly Suggestion[] {
  const { data } = useQuery({
    queryKey: ['suggestions', source?.key, text],
    queryFn: ({ signal }) => source!.suggest(text, signal),
    enabled: isOpen && source !== null,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  return data ?? []
}
