'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'

export type Suggestion = {
  readonly text: string
  /** Shown beside the text: a description or a count. */
  readonly note: string
}

export type SuggestionSource = {
  /** Identifies the source in the cache of answers. */
  readonly key: string
  readonly suggest: (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>
}

/**
 * Suggestions for a text; asked for only while their list is open. Until they are there, those of the text before that have the
 * new one in them, too: a fast typist would otherwise take what doesn't match.
 */
export function useSuggestions(
  source: SuggestionSource | null,
  text: string,
  isOpen: boolean,
): readonly Suggestion[] {
  const { data = [], isPlaceholderData } = useQuery({
    queryKey: ['suggestions', source?.key, text],
    queryFn: ({ signal }) => source!.suggest(text, signal),
    enabled: isOpen && source !== null,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  return isPlaceholderData ? data.filter((each) => isIn(text, each.text)) : data
}

function isIn(part: string, whole: string): boolean {
  return whole.toLowerCase().includes(part.toLowerCase())
}
