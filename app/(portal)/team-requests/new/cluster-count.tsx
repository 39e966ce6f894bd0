'use client'

import { useQuery } from '@tanstack/react-query'
import { ask } from '#components/api.ts'
import { countedTotal } from '#components/list/total-text.ts'
import { type TypedSelector, textProblem } from '#components/selector/selector-rows.ts'
import { apiCollection, withQuery } from '#lib/schemas/paths.ts'

/** How many clusters a selector matches. */
export function ClusterCount({ selector: { text, unfinished } }: { selector: TypedSelector }) {
  const isWhole = unfinished === null && text.trim() !== '' && textProblem(text) === null
  const labelSelector = text.trim() === '*' ? null : text
  const { data } = useQuery({
    queryKey: ['cluster-count', text],
    queryFn: async ({ signal }) => {
      const path = withQuery(apiCollection('cluster'), { labelSelector, limit: 1 })
      return (await ask<Counted>(path, { signal })).answer
    },
    enabled: isWhole,
  })
  return (
    <output className="mt-2 block text-xs text-muted">
      {isWhole && data !== undefined && words(data)}
    </output>
  )
}

type Counted = { readonly total: number; readonly totalIsExact: boolean }

function words(clusters: Counted): string {
  if (clusters.total === 0) return 'No cluster is like that now.'
  const text = countedTotal(clusters, 'cluster')
  const are = clusters.total === 1 ? 'is' : 'are'
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${are} like that now.`
}
