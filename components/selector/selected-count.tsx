'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ask } from '#components/api.ts'
import { countedTotal, totalText } from '#components/list/total-text.ts'
import { useSettled } from '#components/use-settled.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { kinds, type LabelledKind } from '#lib/domain/objects/kinds.ts'
import { apiCollection, withQuery } from '#lib/schemas/paths.ts'
import { EVERYTHING_TEXT, textProblem } from './selector-rows.ts'

/** How many of all there are a selector matches, as long as it can be read. */
export function SelectedCount({ kind, text }: { kind: LabelledKind; text: string }) {
  const { value: settled } = useSettled(text.trim(), text.trim())
  const isReadable = settled !== '' && textProblem(settled) === null
  const { data: all } = useCount(kind, EVERYTHING_TEXT, isReadable)
  const { data: matched, isPlaceholderData } = useCount(kind, settled, isReadable)
  if (!isReadable || !all || !matched) return null
  return (
    <output className={isPlaceholderData ? 'text-muted' : undefined}>
      {`${totalText(matched)} of ${countedTotal(all, kinds[kind].word, kinds[kind].words)}`}
    </output>
  )
}

function useCount(kind: LabelledKind, selector: string, enabled: boolean) {
  return useQuery({
    queryKey: ['count', kind, selector],
    queryFn: async ({ signal }) => {
      const labelSelector = selector === EVERYTHING_TEXT ? null : selector
      const path = withQuery(apiCollection(kind), { labelSelector, limit: 1 })
      return (await ask<Total>(path, { signal })).answer
    },
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}
