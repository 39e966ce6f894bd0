'use client'

import { useQuery } from '@tanstack/react-query'
import { ask } from '#components/api.ts'
import { type SelectorDraft, textProblem } from '#components/selector/selector-rows.ts'
import { apiCollections, withQuery } from '#lib/paths.ts'

/** How many clusters there are that a selector means. */
export function ClusterCount({ selector: { text, unfinished } }: { selector: SelectorDraft }) {
  const isWhole = unfinished === null && text.trim() !== '' && textProblem(text) === null
  const labelSelector = text.trim() === '*' ? null : text
  const { data } = useQuery({
    queryKey: ['cluster-count', text],
    queryFn: async ({ signal }) => {
      const path = withQuery(apiCollections.clusters, { labelSelector, limit: 1 })
      return (await ask<{ total: number }>(path, { signal })).answer.total
    },
    enabled: isWhole,
  })
  return (
    <output className="mt-2 block text-xs text-muted">
      {isWhole && data !== undefined && words(data)}
    </output>
  )
}

function words(clusters: number): string {
  if (clusters === 0) return 'No cluster is like that now.'
  return clusters === 1
    ? '1 cluster is like that now.'
    : `${clusters.toLocaleString('en')} clusters are like that now.`
}
